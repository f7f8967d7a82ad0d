/** What the payment page is given beforehand: the words of a downtime, an order's term of instalments and its tick of auto debit. */
export const pagePresetsMigration = `
-- Shown as it is; null: the site has its own words.
alter table downtimes add column message text;
-- Months of the instalment plan that is chosen at first; null: none.
alter table orders add column month_term integer;
alter table orders add column auto_debit_preselected boolean not null default false;
`;
