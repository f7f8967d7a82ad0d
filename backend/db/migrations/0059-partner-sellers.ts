/** Partners as the sellers of their orders. */
export const partnerSellersMigration = `
-- What the receipt of an order says of its seller; null: not known. statement_text is the name on the payer's bank statement.
alter table partners
  add column registration_number text,
  add column address text,
  add column support_email text,
  add column support_phone text,
  add column statement_text text;
`;
