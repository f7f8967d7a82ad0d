/** What an official receipt names besides the payment: the card, the company; and whether the payment resumes a service. */
export const receiptsMigration = `
-- The card that pays, as a receipt names it; null for another method, and where it is not known.
alter table attempts add column card_brand text, add column card_last_four text;

-- It pays all that is overdue on a suspended account.
alter table orders add column resumes_service boolean not null default false;

-- The company that paid an order, as its payer has named it.
create table receipt_companies (
  order_refid text primary key references orders (refid),
  name text not null,
  at timestamptz not null
);
`;
