import { setTimeout as pause } from 'node:timers/promises';
import type { Spread } from './records';

export interface Load {
  calls: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
}

/** Returns a quantile; `share` is from 0 to 1. */
export function quantile(values: readonly number[], share: number) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function summariseSpread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), lowest: Math.min(...values), highest: Math.max(...values) };
}

function summarise(times: readonly number[], durationMs: number): Load {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { calls: times.length, perSecond: (times.length / durationMs) * 1_000, p50, p99 };
}

/** Calls `call` for each item with a fixed concurrency, to measure the throughput. `call` throws for an unexpected response. */
export async function measureThroughput<Item>(
  items: readonly Item[],
  concurrency: number,
  call: (item: Item) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const runWorker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const sent = performance.now();
      await call(item);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  return summarise(times, performance.now() - start);
}

/** Calls at a constant rate, independent of responses (open model). The time of a call counts from when it was due. */
export async function measureAtRate<Item>(
  items: readonly Item[],
  perSecond: number,
  call: (item: Item) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const calls = items.map(async (item, index) => {
    const due = start + (index / perSecond) * 1_000;
    await pause(Math.max(0, due - performance.now()));
    await call(item);
    times.push(performance.now() - due);
  });
  await Promise.all(calls);
  return summarise(times, performance.now() - start);
}
