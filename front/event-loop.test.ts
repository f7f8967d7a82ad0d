import { watchEventLoop } from './event-loop';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the delay grows during a long task and is zero after the next tick', () => {
  let time = 0;
  const { measureDelay, stop } = watchEventLoop(() => time);
  expect(measureDelay()).toBe(0);
  time += 3_020;
  expect(measureDelay()).toBe(3_000);
  jest.advanceTimersByTime(20);
  expect(measureDelay()).toBe(0);
  stop();
});
