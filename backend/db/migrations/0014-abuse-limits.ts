/** What the limits of partners' calls, and of calls to partners, are counted by. */
export const abuseLimitsMigration = `
create index partner_nonces_by_partner on partner_nonces (partner_key, seen_at);
alter table orders add column customer_checks integer not null default 0;
`;
