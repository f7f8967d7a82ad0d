import { AsyncLocalStorage } from 'node:async_hooks';

const minuteMs = 60_000;
/** Kinds with their own count, further ones share one. Kinds are literals in the code, so there are fewer. */
const maxKinds = 200;

/** A timer retains the async context (here the request) in which it is created. */
const runOutsideRequest = AsyncLocalStorage.snapshot();

export interface LineLimitOptions {
  /** How many lines of a kind are written per minute. */
  readonly linesPerMinute: (kind: string) => number;
  /** Called at the end of a minute for each kind that exceeded its limit, with the number of suppressed lines. */
  readonly onSuppressed: (kind: string, count: number) => void;
}

/**
 * Limits how many lines a log writes, so that nobody can fill the disk by causing log lines. Security, row 47.
 *
 * @returns counts a line of a kind and returns whether it may be written
 */
export function createLineLimit({ linesPerMinute, onSuppressed }: LineLimitOptions): (kind: string) => boolean {
  const counts = new Map<string, number>();

  function endMinute(): void {
    const ended = [...counts];
    counts.clear();
    for (const [kind, count] of ended)
      if (count > linesPerMinute(kind)) onSuppressed(kind, count - linesPerMinute(kind));
  }

  return (kind) => {
    if (counts.size === 0) runOutsideRequest(() => setTimeout(endMinute, minuteMs).unref());
    const counted = counts.has(kind) || counts.size < maxKinds ? kind : 'other';
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count <= linesPerMinute(counted);
  };
}
