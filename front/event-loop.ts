/** Milliseconds between two ticks. */
const interval = 20;

/**
 * Measures the delay of the event loop by a timer, whose last tick is long ago during a long turn.
 *
 * @param now returns milliseconds
 * @returns `measureDelay` gives the delay of the event loop's timers in milliseconds, 0 while they are on time
 */
export function watchEventLoop(now: () => number = () => performance.now()): {
  readonly measureDelay: () => number;
  readonly stop: () => void;
} {
  let lastTick = now();
  const timer = setInterval(() => {
    lastTick = now();
  }, interval).unref();
  return {
    measureDelay: () => Math.max(0, now() - lastTick - interval),
    stop: () => clearInterval(timer),
  };
}
