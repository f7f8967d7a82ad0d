import 'server-only';
import ical, { ICalAlarmType } from 'ical-generator';
import { getReminderTimes, type BillReminder } from '@/lib/domain/bill/bill-reminder';

/** Seconds between the alarm and the entry: a day. */
const alarmBefore = 24 * 60 * 60;

/**
 * Malaysia has kept UTC+8 all year since 1982 (RFC 5545, section 3.6.5): a calendar that shows the entry in its own zone shows the same
 * moment, and one that keeps the zone shows nine o'clock of the due day.
 */
const malaysiaTime = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Kuala_Lumpur',
  'BEGIN:STANDARD',
  'DTSTART:19820101T000000',
  'TZOFFSETFROM:+0730',
  'TZOFFSETTO:+0800',
  'TZNAME:MYT',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

/** A day's wall clock in Malaysia as the library's local time: it writes a date's UTC parts for a zone given by text. */
function inMalaysia(instant: string): string {
  return new Date(Date.parse(instant) + 8 * 60 * 60_000).toISOString().slice(0, 19);
}

/** Writes a due date as an iCalendar file (RFC 5545). `now` is ISO 8601. The same day has the same `UID`: imported twice, it is one entry. */
export function writeCalendarFile(reminder: BillReminder, host: string, now: string): string {
  const { start, end } = getReminderTimes(reminder.dueDate);
  const calendar = ical({ prodId: { company: 'ebill', product: 'bill reminder', language: 'EN' } });
  calendar.timezone({ name: null, generator: () => malaysiaTime });
  const entry = calendar.createEvent({
    id: `bill-${reminder.dueDate}@${host}`,
    start: inMalaysia(start),
    end: inMalaysia(end),
    stamp: now,
    timezone: 'Asia/Kuala_Lumpur',
    summary: reminder.title,
    description: reminder.text,
  });
  entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmBefore, description: reminder.title });
  return calendar.toString();
}
