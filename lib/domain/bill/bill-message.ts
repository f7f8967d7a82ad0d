import type { Bill } from './bill';
import { daysBetween, toMalaysiaDay } from '../malaysia-time';

/**
 * The kinds of a bill's message. 'overdue': pay now, service resumes within 1 hour; 'overdueBeforeDueDate': an earlier bill is overdue
 * while the newest is not due yet; 'closed' takes precedence, since nothing can be paid.
 */
export const billMessageKinds = ['overdue', 'overdueBeforeDueDate', 'active', 'noneOutstanding', 'closed'] as const;
export type BillMessageKind = (typeof billMessageKinds)[number];

export interface BillMessage {
  readonly kind: BillMessageKind;
  /** Calendar days in Malaysia until the due date: 0 today, negative when it has passed, null without one. */
  readonly daysUntilDue: number | null;
}

/**
 * Returns the message of a bill. `now` is the backend's clock, ISO 8601; days are Malaysian, and a payment on the due date is in time. A
 * balance whose due date has passed is overdue even if the backend does not report it as overdue yet; a credit is not outstanding.
 * Specification, section 4: Bill messages by charge state.
 */
export function getBillMessage(
  bill: Pick<Bill, 'accountStatus' | 'currentBalance' | 'overdueBalance' | 'dueDate'>,
  now: string,
): BillMessage {
  const daysUntilDue = bill.dueDate === null ? null : daysBetween(toMalaysiaDay(now), bill.dueDate);
  return { kind: getMessageKind(bill, daysUntilDue), daysUntilDue };
}

function getMessageKind(
  bill: Pick<Bill, 'accountStatus' | 'currentBalance' | 'overdueBalance'>,
  daysUntilDue: number | null,
): BillMessageKind {
  if (bill.accountStatus === 'closed') return 'closed';
  if (bill.currentBalance <= 0 && bill.overdueBalance <= 0) return 'noneOutstanding';
  const isPastDue = daysUntilDue !== null && daysUntilDue < 0;
  if (bill.overdueBalance <= 0) return isPastDue ? 'overdue' : 'active';
  const isBeforeDueDate = daysUntilDue !== null && !isPastDue && bill.overdueBalance < bill.currentBalance;
  return isBeforeDueDate && bill.accountStatus !== 'suspended' ? 'overdueBeforeDueDate' : 'overdue';
}
