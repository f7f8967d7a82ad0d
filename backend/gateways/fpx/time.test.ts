import { formatFpxTime, isFpxTime } from './time';

describe('FPX times', () => {
  it.each([
    ['2026-11-21T09:30:05+08:00', '20261121093005'],
    ['2026-12-31T16:00:00Z', '20270101000000'],
    ['2026-03-01T00:59:59.999+09:00', '20260228235959'],
    ['2028-02-28T17:00:00.000Z', '20280229010000'],
  ])('writes %s in Malaysia as %s', (iso, text) => {
    expect(formatFpxTime(iso)).toBe(text);
  });

  it('rejects any other time', () => {
    expect(() => formatFpxTime('20261121093005 or so')).toThrow(RangeError);
  });

  it.each([
    ['20261121093005', true],
    ['20280229235959', true],
    ['20270229000000', false],
    ['20261321000000', false],
    ['20261121240000', false],
    ['20261121093060', false],
    ['2026112109300', false],
    ['202611210930051', false],
    ['2026-11-21T093', false],
    ['', false],
  ])('%p is one: %s', (text, expected) => {
    expect(isFpxTime(text)).toBe(expected);
  });
});
