/** Orders that pay a bill which somebody else has shared. */
export const sharedBillsMigration = `
-- Whoever pays was not shown the account number.
alter table orders add column is_shared boolean not null default false;
`;
