/**
 * Indexes for rows that are waiting, done, or past retention. They are created in the order in which payments write these tables: creating
 * an index waits for running transactions, and must not block a table that they write next (deadlock).
 */
export const indexesMigration = `
create index card_verifications_by_state on card_verifications (state);
create index card_verifications_by_reason on card_verifications (reason_code) where reason_code is not null;
create index bill_links_by_age on bill_links (created_at);
create index one_time_codes_by_age on one_time_codes (sent_at);
-- Waiting and delivered alike: null is found by it too.
create index webhooks_by_delivery on webhooks (delivered_at);
create index webhooks_given_up on webhooks (given_up_at) where given_up_at is not null;
create index outbox_by_delivery on outbox (delivered_at);
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
`;
