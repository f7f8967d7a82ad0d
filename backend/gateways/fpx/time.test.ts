import { formatFpxTime } from './time';

describe('FPX times', () => {
  it.each([
    ['2026-11-21T09:30:05+08:00', '20261121093005'],
    ['2026-12-31T16:00:00Z', '20270101000000'],
    ['2026-03-01T00:59:59.999+09:00', '20260228235959'],
    ['2028-02-28T17:00:00.000Z', '20280229010000'],
  ])('writes %s in Malaysia as %s', (iso, text) => {
    expect(formatFpxTime(iso)).toBe(text);
  });

  it('takes nothing else for a time', () => {
    expect(() => formatFpxTime('20261121093005 or so')).toThrow(RangeError);
  });
});
