import { findDowntime, isDown } from './downtime';

const fpx = { target: 'fpx', from: '2026-11-21T10:00:00+08:00', until: '2026-11-21T12:00:00+08:00' };

test.each([
  ['2026-11-21T09:59:59+08:00', { state: 'announced', ...fpx }],
  ['2026-11-21T10:00:00+08:00', { state: 'down', target: 'fpx', until: fpx.until }],
  ['2026-11-21T03:59:59Z', { state: 'down', target: 'fpx', until: fpx.until }],
  ['2026-11-21T12:00:00+08:00', { state: 'none' }],
])('at %s', (now, expected) => {
  expect(findDowntime(['fpx'], [fpx], now)).toEqual(expected);
});

const now = '2026-11-21T11:00:00+08:00';

test('an outage of another or an unknown method has no effect', () => {
  expect(findDowntime(['newCard'], [fpx], now)).toEqual({ state: 'none' });
  expect(findDowntime(['fpx'], [], now)).toEqual({ state: 'none' });
});

test('an outage of a bank counts besides one of its method', () => {
  const bank = { ...fpx, target: 'MB2U0227' };
  expect(isDown(['fpx', 'MB2U0227'], [bank], now)).toBe(true);
  expect(isDown(['fpx', 'PBB0233'], [bank], now)).toBe(false);
});

test('of several outages the longest counts, of several announcements the next', () => {
  const longer = { ...fpx, until: '2026-11-21T13:00:00+08:00' };
  expect(findDowntime(['fpx'], [fpx, longer], now)).toEqual({ state: 'down', target: 'fpx', until: longer.until });
  const late = { ...fpx, from: '2026-11-23T10:00:00+08:00', until: '2026-11-23T11:00:00+08:00' };
  const soon = { ...fpx, from: '2026-11-22T10:00:00+08:00', until: '2026-11-22T11:00:00+08:00' };
  expect(findDowntime(['fpx'], [late, soon], now)).toEqual({ state: 'announced', ...soon });
});
