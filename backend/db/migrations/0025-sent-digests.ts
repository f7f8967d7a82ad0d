/** Requests of partners are compared as they were sent, whatever a release makes of them. */
export const sentDigestsMigration = `
-- The digests of the parsed requests stay: backends of the release before compare them.
alter table orders add column partner_order_sent_digest text;
alter table idempotency_keys add column sent_digest text;
`;
