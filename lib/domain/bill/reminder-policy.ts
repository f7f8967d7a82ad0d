import { addDays, daysBetween, toMalaysiaDay } from '../malaysia-time';
import type { Sen } from '../money';

/** When payers who have asked for it are reminded of a bill: configured by BILL_REMINDER_DAYS and BILL_REMINDER_IDLE_DAYS. */
export interface ReminderPolicy {
  /** How many days before a bill is due its payers are reminded, 1 or more. */
  readonly daysBefore: number;
  /** Reminders of an account end once nobody has paid it here for so many days. */
  readonly idleDays: number;
}

/** The biller is asked again after so many days at the latest: a bill's due date can change. */
const maxPauseDays = 7;

/** Reminders are sent from nine in the morning in Malaysia. */
const startHour = 9;

/** Returns the time at which the reminders of a day (`YYYY-MM-DD`) begin. */
export function reminderTimeOf(day: string): Date {
  return new Date(`${day}T0${startHour}:00:00+08:00`);
}

/** Returns the time at which the reminders of the day after an instant begin, in Malaysia. */
export function nextReminderTime(now: Date): Date {
  return reminderTimeOf(addDays(toMalaysiaDay(now.toISOString()), 1));
}

/** What decides about a reminder. `dueDate` is `YYYY-MM-DD` in Malaysia, null where nothing is due; `outstanding` is what is still owed. */
export interface RemindedBill {
  readonly dueDate: string | null;
  readonly outstanding: Sen;
}

/** Whether a bill's payer is reminded on a day: it is not paid, and due then or at most `daysBefore` days later. */
export function isReminderDue(
  { dueDate, outstanding }: RemindedBill,
  { daysBefore }: ReminderPolicy,
  today: string,
): boolean {
  if (dueDate === null || outstanding <= 0) return false;
  const days = daysBetween(today, dueDate);
  return days >= 0 && days <= daysBefore;
}

/**
 * Returns the day on which the biller is asked for a bill again, after it was asked today: tomorrow, or, where the bill is due later, on the day of its
 * reminder, a week later at most.
 */
export function nextLookDay({ dueDate }: Pick<RemindedBill, 'dueDate'>, { daysBefore }: ReminderPolicy, today: string) {
  const tomorrow = addDays(today, 1);
  if (dueDate === null) return tomorrow;
  const reminderDay = addDays(dueDate, -daysBefore);
  const latest = addDays(today, maxPauseDays);
  if (reminderDay <= tomorrow) return tomorrow;
  return reminderDay < latest ? reminderDay : latest;
}
