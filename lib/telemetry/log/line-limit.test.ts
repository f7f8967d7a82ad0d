import { createLineLimit } from './line-limit';

const onSuppressed = jest.fn();
const limit = () => createLineLimit({ linesPerMinute: (kind) => (kind === 'many' ? 5 : 2), onSuppressed });
const countWritten = (mayWrite: (kind: string) => boolean, kind: string, times: number) =>
  Array.from({ length: times }, () => mayWrite(kind)).filter(Boolean).length;

beforeEach(() => {
  jest.useFakeTimers();
  onSuppressed.mockClear();
});
afterEach(() => jest.useRealTimers());

test('each kind of line has its own limit per minute', () => {
  const mayWrite = limit();
  expect(countWritten(mayWrite, 'refused', 1_000)).toBe(2);
  expect(countWritten(mayWrite, 'many', 1_000)).toBe(5);
});

test('the number of suppressed lines is reported once the minute is over', () => {
  const mayWrite = limit();
  countWritten(mayWrite, 'refused', 1_000);
  countWritten(mayWrite, 'many', 5);
  jest.advanceTimersByTime(59_999);
  expect(onSuppressed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(onSuppressed.mock.calls).toEqual([['refused', 998]]);
  expect(countWritten(mayWrite, 'refused', 3)).toBe(2);
});

test('an unlimited number of kinds takes a limited amount of memory', () => {
  const mayWrite = limit();
  const written = Array.from({ length: 10_000 }, (_, kind) => mayWrite(`kind ${kind}`)).filter(Boolean);
  expect(written.length).toBeLessThan(300);
  jest.advanceTimersByTime(60_000);
  expect(onSuppressed.mock.calls).toHaveLength(1);
});
