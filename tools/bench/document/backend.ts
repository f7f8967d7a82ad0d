import type { BackendRecord } from '../records';
import { oneOf, percent, table, twoOf, whole } from './table';

/** Gives what the backend bears. */
export function describeBackend({ postgresql, rounds }: BackendRecord): string {
  const rows = rounds.flatMap(({ stored, calls }) =>
    calls.map(({ name, full, half }) => [
      name,
      whole(stored),
      whole(full.perSecond),
      oneOf(full.p50),
      oneOf(full.p99),
      half === null ? '' : oneOf(half.p50),
      half === null ? '' : oneOf(half.p99),
      twoOf(full.processorMs),
    ]),
  );
  const stolen = Math.max(...rounds.map((round) => round.stolen));
  return `## What the backend bears

Calls as the site makes them, 16 under way at once, to one backend process on PostgreSQL ${postgresql}, with more and more payments stored before; then
at half that pace, evenly. Times in ms, \`processor\` of the backend alone for each call. The host took at most ${percent(stolen)} of the time.

${table([['call', 'stored', 'a second', 'p50', 'p99', 'p50, half', 'p99, half', 'processor'], ...rows])}`;
}
