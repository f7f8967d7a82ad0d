/** Orders that are named by the first of their items. */
export const furtherItemsMigration = `
-- How many items the order has besides the one that product_name names; 0 where its partner named the product, and for the biller's bill.
alter table orders add column further_items smallint not null default 0;
`;
