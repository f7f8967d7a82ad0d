import { addDays, daysBetween, toMalaysiaDay, toMilliseconds } from './malaysia-time';

test.each([
  ['2026-11-21T15:59:59Z', '2026-11-21'],
  ['2026-11-21T16:00:00Z', '2026-11-22'],
  ['2026-11-22T00:00:00+08:00', '2026-11-22'],
  ['2026-12-31T23:59:59.999-05:00', '2027-01-01'],
])('%s falls on %s in Malaysia', (instant, day) => {
  expect(toMalaysiaDay(instant)).toBe(day);
});

test.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-21', '2026-12-05', 14],
  ['2026-11-21', '2026-11-11', -10],
  ['2028-02-28', '2028-03-01', 2],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

test.each(['', '2026-11-21', '2026-11-21T07:04:00', 'yesterday', '2026-13-01T00:00:00Z'])(
  '%j is not an instant',
  (text) => {
    expect(() => toMilliseconds(text)).toThrow(RangeError);
  },
);

test.each(['', '2026-02-30x', '21/11/2026', '2026-13-01'])('%j is not a day', (text) => {
  expect(() => daysBetween(text, '2026-11-21')).toThrow(RangeError);
});

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-20', 0, '2026-03-20'],
])('adds to %s %s days: %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
