import { convertIcsCalendar } from 'ts-ics';
import { isWorthReminding, linksToCalendars, readDueDate } from '@/lib/domain/bill-reminder';
import { writeCalendarFile } from './calendar-file';

const reminder = {
  dueDate: '2026-12-05',
  title: 'Pay your bill; now, please',
  text: 'Two lines\nhere: https://pay.example',
};
const file = writeCalendarFile(reminder, 'pay.example', '2026-11-21T03:00:00.000Z');

function parseEntry(text: string) {
  const { events = [], timezones = [] } = convertIcsCalendar(undefined, text);
  const [entry] = events;
  if (entry === undefined || events.length > 1) throw new Error('not one entry');
  return { entry, timezones };
}

test('a parser finds the due day in Malaysia, at nine in the morning, wherever the calendar is', () => {
  const { entry, timezones } = parseEntry(file);
  expect(timezones.map(({ id }) => id)).toEqual(['Asia/Kuala_Lumpur']);
  expect(entry.start.local).toMatchObject({ timezone: 'Asia/Kuala_Lumpur', tzoffset: '+0800' });
  expect(entry.start.local?.date.toISOString()).toBe('2026-12-05T09:00:00.000Z');
  expect(entry.start.date.toISOString()).toBe('2026-12-05T01:00:00.000Z');
  expect(entry.end?.date.toISOString()).toBe('2026-12-05T01:30:00.000Z');
});

test('it speaks up a day before, has its words, and stands once however often it is imported', () => {
  const { entry } = parseEntry(file);
  expect(entry.alarms).toMatchObject([
    { action: 'DISPLAY', trigger: { type: 'relative', value: { before: true, days: 1 } } },
  ]);
  expect([entry.summary, entry.description]).toEqual([reminder.title, reminder.text]);
  expect(entry.uid).toBe('bill-2026-12-05@pay.example');
  expect(entry.stamp.date.toISOString()).toBe('2026-11-21T03:00:00.000Z');
});
test('lines end and fold as the standard has it', () => {
  const long = writeCalendarFile({ ...reminder, text: 'x'.repeat(200) }, 'pay.example', '2026-11-21T03:00:00.000Z');
  expect(long.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(long.replaceAll('\r\n', '')).not.toContain('\n');
});

test('web calendars get the same moment', () => {
  const { google, outlook, yahoo } = linksToCalendars(reminder);
  expect(new URL(google).searchParams.get('dates')).toBe('20261205T010000Z/20261205T013000Z');
  expect(new URL(outlook).searchParams.get('startdt')).toBe('2026-12-05T01:00:00.000Z');
  expect(new URL(yahoo).searchParams.get('st')).toBe('20261205T010000Z');
});

test.each(['2026-02-30', '2026-13-01', '1999-01-01', '20261205', '2026-12-05T00:00:00Z', '', null])(
  '%p is no due date',
  (text) => expect(readDueDate(text)).toBeNull(),
);

test('there is nothing to be reminded of once the day is over in Malaysia', () => {
  expect(isWorthReminding('2026-12-05', '2026-12-05T15:59:00Z')).toBe(true);
  expect(isWorthReminding('2026-12-05', '2026-12-05T16:00:00Z')).toBe(false);
  expect(isWorthReminding(null, '2026-12-05T16:00:00Z')).toBe(false);
});
