import { createLineLimit } from './line-limit';

const leftOut = jest.fn();
const limit = () => createLineLimit({ linesPerMinute: (kind) => (kind === 'many' ? 5 : 2), onLeftOut: leftOut });
const countWritten = (mayWrite: (kind: string) => boolean, kind: string, times: number) =>
  Array.from({ length: times }, () => mayWrite(kind)).filter(Boolean).length;

beforeEach(() => {
  jest.useFakeTimers();
  leftOut.mockClear();
});
afterEach(() => jest.useRealTimers());

test('a kind has so many lines in a minute, and another kind its own', () => {
  const mayWrite = limit();
  expect(countWritten(mayWrite, 'refused', 1_000)).toBe(2);
  expect(countWritten(mayWrite, 'many', 1_000)).toBe(5);
});

test('the lines that were left out are counted once the minute is over', () => {
  const mayWrite = limit();
  countWritten(mayWrite, 'refused', 1_000);
  countWritten(mayWrite, 'many', 5);
  jest.advanceTimersByTime(59_999);
  expect(leftOut).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(leftOut.mock.calls).toEqual([['refused', 998]]);
  expect(countWritten(mayWrite, 'refused', 3)).toBe(2);
});

test('kinds without end take no memory without end', () => {
  const mayWrite = limit();
  const written = Array.from({ length: 10_000 }, (_, kind) => mayWrite(`kind ${kind}`)).filter(Boolean);
  expect(written.length).toBeLessThan(300);
  jest.advanceTimersByTime(60_000);
  expect(leftOut.mock.calls).toHaveLength(1);
});
