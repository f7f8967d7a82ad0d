import type { ClusterRecord } from '../records';
import { oneOf, table, whole } from './table';

/** Describes the load test of the cluster. */
export function describeCluster({ versions, payments, loads }: ClusterRecord): string {
  const [one, two] = loads;
  if (one === undefined || two === undefined) throw new Error('a cluster is missing');
  const steps = one.half.steps.map(({ name }, index) => [
    `${name}: p50 / p99`,
    ...loads.map(({ half: { steps: all } }) => `${whole(all[index]?.p50 ?? NaN)} / ${whole(all[index]?.p99 ?? NaN)}`),
  ]);
  const memory = Object.keys(two.before).map((name) => [
    name,
    whole(two.before[name] ?? NaN),
    whole(two.after[name] ?? NaN),
  ]);
  return `## Two sites and two backends

The cluster of \`npm run cluster\` (nginx ${versions.nginx}, PostgreSQL ${versions.postgresql}, Redis ${versions.redis}) and the payers on one machine, so two of each share the CPUs
of one of each. Journeys a second at most, and response times in ms at half of that:

${table([
  ['', 'one site, one backend', 'two of each'],
  ['journeys a second', oneOf(one.full.perSecond), oneOf(two.full.perSecond)],
  ...steps,
])}

Memory of the processes in MB, of two each:

${table([['', 'before', 'after the load'], ...memory])}

All ${whole(payments)} payments were in a ledger that balances.`;
}
