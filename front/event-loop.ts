/** Milliseconds between two ticks. */
const interval = 20;

/**
 * Watches the event loop by a timer: inside a long turn its last tick is long ago.
 *
 * @param now returns milliseconds
 * @returns `measureDelay` gives the milliseconds for which the event loop has been kept from its timers, 0 while it is on time
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
