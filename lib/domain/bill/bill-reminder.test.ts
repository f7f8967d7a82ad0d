import { isDueInFuture, getCalendarLinks, parseDueDate, getReminderTimes } from './bill-reminder';

test('links to web calendars have the same half hour, nine in the morning in Malaysia, and no account data', () => {
  const reminder = { dueDate: '2026-12-05', title: 'Pay your bill', text: 'Here: https://pay.example' };
  expect(getReminderTimes(reminder.dueDate)).toEqual({
    start: '2026-12-05T01:00:00.000Z',
    end: '2026-12-05T01:30:00.000Z',
  });
  const read = (link: string) => {
    const { origin, pathname, searchParams } = new URL(link);
    return [origin + pathname, Object.fromEntries(searchParams)];
  };
  const { google, outlook, yahoo } = getCalendarLinks(reminder);
  expect(read(google)).toEqual([
    'https://calendar.google.com/calendar/render',
    {
      action: 'TEMPLATE',
      text: reminder.title,
      details: reminder.text,
      dates: '20261205T010000Z/20261205T013000Z',
      ctz: 'Asia/Kuala_Lumpur',
    },
  ]);
  expect(read(outlook)).toEqual([
    'https://outlook.live.com/calendar/0/action/compose',
    {
      rru: 'addevent',
      path: '/calendar/action/compose',
      subject: reminder.title,
      body: reminder.text,
      startdt: '2026-12-05T01:00:00.000Z',
      enddt: '2026-12-05T01:30:00.000Z',
    },
  ]);
  expect(read(yahoo)).toEqual([
    'https://calendar.yahoo.com/',
    { v: '60', title: reminder.title, desc: reminder.text, st: '20261205T010000Z', et: '20261205T013000Z' },
  ]);
});

test.each(['2026-12-05', '2000-01-01', '2028-02-29'])('%s is a due date', (text) => {
  expect(parseDueDate(text)).toBe(text);
});

test.each([
  '2026-02-30',
  '2026-13-01',
  '1999-01-01',
  '20261205',
  '2026-12-05T00:00:00Z',
  ' 2026-12-05',
  '',
  null,
  undefined,
])('rejects %p as a due date', (text) => {
  expect(parseDueDate(text)).toBeNull();
});

test('there is no reminder once the day is over in Malaysia', () => {
  expect(isDueInFuture('2026-12-05', '2026-12-05T15:59:00Z')).toBe(true);
  expect(isDueInFuture('2026-12-05', '2026-12-05T16:00:00Z')).toBe(false);
  expect(isDueInFuture(null, '2026-12-05T16:00:00Z')).toBe(false);
});
