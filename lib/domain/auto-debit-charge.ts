import { minimumAmount } from './bill/amount-limits';
import { addDays, daysBetween, toMalaysiaDay } from './malaysia-time';
import { sen, zeroSen, type Sen } from './money';

/** When an account's bills are charged: configured by AUTO_DEBIT_NOTICE_DAYS and AUTO_DEBIT_RETRY_DAYS. */
export interface ChargePolicy {
  /** The payer is told of a charge this many days before the bill is due, 1 or more. */
  readonly noticeDays: number;
  /** After which days from the first charge a declined one is repeated, ascending; empty: never. */
  readonly retryDays: readonly number[];
}

/**
 * The states of the charge of one bill. `announced`: its payer was told the day; `charging`: begun, without an outcome; `declined`: charged
 * again later; the others are final. `stopped`: declined for the last time; `card-ended`: the card must not be charged again, and the
 * registration has ended; `too-large`: more than the biller takes in one payment.
 */
export const chargeStates = [
  ...(['announced', 'charging', 'declined'] as const),
  ...(['charged', 'stopped', 'card-ended', 'paid-otherwise', 'cancelled', 'too-large'] as const),
] as const;
export type ChargeState = (typeof chargeStates)[number];

/** The states in which something is still to be done. */
export const openChargeStates = ['announced', 'charging', 'declined'] as const satisfies readonly ChargeState[];

/** What decides about charging a bill: days are `YYYY-MM-DD` in Malaysia, amounts sen. */
export interface ChargeableBill {
  /** Null where the biller gives none: such a bill is not charged. */
  readonly dueDate: string | null;
  readonly overdueBalance: Sen;
  /** What is owed after payments that the balance does not have yet. */
  readonly outstanding: Sen;
  /** The largest payment that the biller takes. */
  readonly maximumAmount: Sen;
}

/** Charges and notices are made from nine in the morning in Malaysia: a day of charging begins and ends then. */
const startHour = 9;

/** Returns the time at which a day's notices and charges begin. */
export function chargingTimeOf(day: string): Date {
  return new Date(`${day}T0${startHour}:00:00+08:00`);
}

/** Returns the day whose notices and charges are made at a time: before nine in Malaysia the day before. */
export function chargingDayOf(now: Date): string {
  return toMalaysiaDay(new Date(now.getTime() - startHour * 60 * 60 * 1000).toISOString());
}

export type NoticePlan =
  /** Nothing to tell today. */
  | { readonly kind: 'none' }
  /** The payer is told today that `amount` is charged on the day `chargeOn`. */
  | { readonly kind: 'announce'; readonly dueDate: string; readonly chargeOn: string; readonly amount: Sen }
  /** The payer is told today that this bill is not charged. */
  | { readonly kind: 'too-large'; readonly dueDate: string; readonly chargeOn: string; readonly amount: Sen };

/**
 * Decides whether the payer is told today of a charge: `noticeDays` before the bill is due, or as soon as it is known later than that. It is
 * charged on its due date, and never before the day after the notice, so that the payer can pay otherwise or cancel.
 */
export function planNotice(bill: ChargeableBill, { noticeDays }: ChargePolicy, today: string): NoticePlan {
  const { dueDate, outstanding: amount } = bill;
  if (dueDate === null || amount < minimumAmount || daysBetween(today, dueDate) > noticeDays) return { kind: 'none' };
  const tomorrow = addDays(today, 1);
  const chargeOn = dueDate > tomorrow ? dueDate : tomorrow;
  return { kind: amount > bill.maximumAmount ? 'too-large' : 'announce', dueDate, chargeOn, amount };
}

/**
 * Returns what is charged today of an announced bill, never more than was announced; 0 if nothing is owed of it any more. Of a later bill that
 * is not due yet nothing is charged.
 */
export function amountToCharge(
  announced: { readonly dueDate: string; readonly amount: Sen },
  { dueDate, overdueBalance, outstanding, maximumAmount }: ChargeableBill,
  today: string,
): Sen {
  const isNextBill = dueDate !== null && dueDate > announced.dueDate && dueDate > today;
  const amount = Math.min(announced.amount, isNextBill ? overdueBalance : outstanding, outstanding, maximumAmount);
  return amount < minimumAmount ? zeroSen : sen(amount);
}

/**
 * Returns the day on which a declined bill is charged again after `declines` declines; null if never. `firstDay`: of its first charge.
 * The card networks allow more: Visa 15 repetitions in 30 days of a decline that it does not call final (support.cardpointe.com,
 * Visa Decline Rules), Mastercard's advice code 02 asks for 72 hours (docs.solidgate.com, Merchant Advice Codes).
 */
export function nextRetryDay(
  firstDay: string,
  declines: number,
  { retryDays }: ChargePolicy,
  today: string,
): string | null {
  const days = retryDays[declines - 1];
  if (days === undefined) return null;
  const [planned, tomorrow] = [addDays(firstDay, days), addDays(today, 1)];
  return planned > tomorrow ? planned : tomorrow;
}
