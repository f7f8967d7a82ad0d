import { formatDay, formatMoment, formatTimeOfDay } from './format-time';

test('a moment is shown in Malaysian time', () => {
  expect(formatMoment('2026-11-21T11:49:00Z', 'en')).toBe('21 Nov 2026, 7:49 pm');
  expect(formatMoment('2026-11-21T11:49:00Z', 'ms')).toBe('21 Nov 2026, 7.49 malam');
  expect(formatTimeOfDay('2026-11-21T11:49:00+08:00', 'en')).toBe('11:49 am');
});

// Malay names the part of the day: pagi until noon, tengah hari until 2, petang until 7, then malam.
test.each([
  ['00:11', '12.11 pagi'],
  ['09:11', '9.11 pagi'],
  ['12:11', '12.11 tengah hari'],
  ['16:11', '4.11 petang'],
  ['21:11', '9.11 malam'],
])('%s in Malay is %s', (time, words) => {
  expect(formatTimeOfDay(`2026-11-21T${time}:00+08:00`, 'ms')).toBe(words);
});

// Chinese names the part of the day before the hour; Tamil has AM and PM.
test.each([
  ['00:11', '凌晨12:11', '12:11 AM'],
  ['09:11', '上午9:11', '9:11 AM'],
  ['12:11', '中午12:11', '12:11 PM'],
  ['16:11', '下午4:11', '4:11 PM'],
  ['21:11', '晚上9:11', '9:11 PM'],
])('%s in Chinese is %s, in Tamil %s', (time, chinese, tamil) => {
  expect(formatTimeOfDay(`2026-11-21T${time}:00+08:00`, 'zh-Hans')).toBe(chinese);
  expect(formatTimeOfDay(`2026-11-21T${time}:00+08:00`, 'ta')).toBe(tamil);
});

test('a moment in Chinese and in Tamil is in Malaysian time', () => {
  expect(formatMoment('2026-11-21T16:30:00Z', 'zh-Hans')).toBe('2026年11月22日 凌晨12:30');
  expect(formatMoment('2026-11-21T16:30:00Z', 'ta')).toBe('22 நவ., 2026, 12:30 AM');
});

test('a day is the day in Malaysia, not in UTC', () => {
  expect(formatDay('2026-11-21T20:00:00Z', 'en')).toBe('22 Nov 2026');
  expect(formatDay('2026-12-05', 'ms')).toBe('5 Dis 2026');
});
