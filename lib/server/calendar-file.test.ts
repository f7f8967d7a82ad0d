import { convertIcsCalendar } from 'ts-ics';
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

test('has an alarm a day before, has its texts, and is imported only once if the file is opened repeatedly', () => {
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
