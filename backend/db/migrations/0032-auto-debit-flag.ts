/** Whether an order's account is on auto debit at its biller. */
export const autoDebitFlagMigration = `
-- As the biller said when the order was created; null if it was not asked.
alter table orders add column on_auto_debit boolean;
`;
