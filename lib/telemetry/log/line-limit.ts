import { AsyncLocalStorage } from 'node:async_hooks';

const minuteMs = 60_000;
/** Kinds that are counted apart; they are literals of the code, so there are fewer. */
const maxKinds = 200;

/** A timer keeps all of the request that it is set in: it is set in none. */
const runOutsideRequest = AsyncLocalStorage.snapshot();

export interface LineLimitOptions {
  /** Lines of a kind that are written in a minute. */
  readonly linesPerMinute: (kind: string) => number;
  /** Called at the end of each minute for each kind of which lines were left out. */
  readonly onLeftOut: (kind: string, count: number) => void;
}

/**
 * Limits the lines of a log: strangers cause many of them, and a disk that they fill stops everybody. Security, row 47.
 *
 * @returns tells whether a line of a kind may be written, and counts it
 */
export function createLineLimit({ linesPerMinute, onLeftOut }: LineLimitOptions): (kind: string) => boolean {
  const counts = new Map<string, number>();

  function endMinute(): void {
    const ended = [...counts];
    counts.clear();
    for (const [kind, count] of ended) if (count > linesPerMinute(kind)) onLeftOut(kind, count - linesPerMinute(kind));
  }

  return (kind) => {
    if (counts.size === 0) runOutsideRequest(() => setTimeout(endMinute, minuteMs).unref());
    const counted = counts.has(kind) || counts.size < maxKinds ? kind : 'other';
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count <= linesPerMinute(counted);
  };
}
