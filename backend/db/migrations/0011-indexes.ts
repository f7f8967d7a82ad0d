/**
 * What is looked for among all that there is: rows that wait, are done, or are too old to be kept. In the order in which payments write these
 * tables: whoever makes an index waits for those at work, and must not hold what they come to next.
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
