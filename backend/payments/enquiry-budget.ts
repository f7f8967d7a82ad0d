import { sql, type SqlBool } from 'kysely';
import { addMilliseconds } from '../clock';

/** Enquiries that browsers can cause for one attempt or card verification: this many at once, then one per interval. */
const burst = 10;
const intervalMs = 30_000;

/** Views of a result leave these to returns and callbacks, which tell of money. */
export const reservedForReports = 5;

/**
 * The SQL that checks and spends the enquiry budget of a row with the column `enquiry_budget_at`, for one UPDATE statement, so that concurrent
 * requests cannot overspend it. The column is the time at which the budget is full again: the generic cell rate algorithm (ITU-T I.371). A
 * time beyond that of an empty budget means that the sandbox's clock was set back: the budget is full. `reserved`: how many of the burst are not
 * for this request.
 */
export function enquiryBudgetSql(now: Date, reserved = 0) {
  const whenOneIsLeft = addMilliseconds(now, (burst - reserved - 1) * intervalMs);
  const whenEmpty = addMilliseconds(now, burst * intervalMs);
  return {
    isLeft: sql<SqlBool>`(enquiry_budget_at is null or enquiry_budget_at <= ${whenOneIsLeft}::timestamptz
      or enquiry_budget_at > ${whenEmpty}::timestamptz)`,
    spent: sql<Date>`case when enquiry_budget_at > ${now}::timestamptz and enquiry_budget_at <= ${whenEmpty}::timestamptz
      then enquiry_budget_at else ${now}::timestamptz end + ${`${intervalMs} milliseconds`}::interval`,
  };
}
