import { formatDay, formatMoment, formatTimeOfDay } from './format-time';

test('a moment is shown in Malaysian time, with its zone', () => {
  expect(formatMoment('2026-11-21T11:49:00Z', 'en')).toBe('21 Nov 2026, 7:49 pm MYT');
  expect(formatMoment('2026-11-21T11:49:00Z', 'ms')).toBe('21 Nov 2026, 7:49 PTG MYT');
  expect(formatTimeOfDay('2026-11-21T11:49:00+08:00', 'en')).toBe('11:49 am MYT');
});

test('a day is the day in Malaysia, not in UTC', () => {
  expect(formatDay('2026-11-21T20:00:00Z', 'en')).toBe('22 Nov 2026');
  expect(formatDay('2026-12-05', 'ms')).toBe('5 Dis 2026');
});
