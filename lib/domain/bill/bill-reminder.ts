import { toMalaysiaDay } from '../malaysia-time';

/** A due date as a calendar entry: its day and texts. */
export interface BillReminder {
  /** `YYYY-MM-DD`, a day in Malaysia. */
  readonly dueDate: string;
  readonly title: string;
  readonly text: string;
}

/** The time of the entry on the due day, in Malaysia, and its length (ms). */
const hour = '09:00:00+08:00';
const length = 30 * 60_000;

/** Parses a day (`YYYY-MM-DD`, from 2000 on); null for anything else. */
export function parseDueDate(text: string | null | undefined): string | null {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text ?? '')) return null;
  const day = new Date(`${text}T12:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : (text ?? null);
}

/** Returns when the entry of a due date begins and ends, ISO 8601 in UTC: nine o'clock of that morning in Malaysia. */
export function getReminderTimes(dueDate: string): { readonly start: string; readonly end: string } {
  const start = new Date(`${dueDate}T${hour}`);
  return { start: start.toISOString(), end: new Date(start.getTime() + length).toISOString() };
}

/** Whether a reminder still makes sense: the due date is today in Malaysia or later. `now` is ISO 8601. */
export function isDueInFuture(dueDate: string | null, now: string): dueDate is string {
  return dueDate !== null && dueDate >= toMalaysiaDay(now);
}

function toBasicFormat(instant: string): string {
  return instant.replace(/[-:]|\.\d{3}/g, '');
}

/** The links that add the entry to common web calendars. They contain nothing about the account. */
export function getCalendarLinks(reminder: BillReminder): Readonly<Record<'google' | 'outlook' | 'yahoo', string>> {
  const { start, end } = getReminderTimes(reminder.dueDate);
  const write = (address: string, parameters: Record<string, string>) =>
    `${address}?${new URLSearchParams(parameters).toString()}`;
  return {
    google: write('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: reminder.title,
      details: reminder.text,
      dates: `${toBasicFormat(start)}/${toBasicFormat(end)}`,
      ctz: 'Asia/Kuala_Lumpur',
    }),
    outlook: write('https://outlook.live.com/calendar/0/action/compose', {
      rru: 'addevent',
      path: '/calendar/action/compose',
      subject: reminder.title,
      body: reminder.text,
      startdt: start,
      enddt: end,
    }),
    yahoo: write('https://calendar.yahoo.com/', {
      v: '60',
      title: reminder.title,
      desc: reminder.text,
      st: toBasicFormat(start),
      et: toBasicFormat(end),
    }),
  };
}
