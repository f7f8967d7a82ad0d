/** More time to pay: how often an order's payer may still ask for it. */
export const timeExtensionsMigration = `
alter table orders add column extensions_left integer not null default 0;
`;
