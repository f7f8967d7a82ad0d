import { startCluster, type ClusterStack, type ProcessName } from '../../cluster/stack';
import { makePayer } from '../../cluster/traffic';
import { measureJourneys } from '../journeys';
import { readMemory } from '../machine';
import type { BenchOptions } from '../options';
import type { ClusterLoad, ClusterRecord, Unmeasured } from '../records';

const readMemories = ({ parts: { servers } }: ClusterStack, names: readonly ProcessName[]) =>
  Object.fromEntries(names.map((name) => [name, readMemory(servers[name].pid)]));

async function measureWith(
  stack: ClusterStack,
  names: readonly ProcessName[],
  options: BenchOptions,
): Promise<ClusterLoad> {
  const before = readMemories(stack, names);
  const { site, banks } = stack;
  const { full, half } = await measureJourneys({ site, banks, makePayer: () => makePayer(stack) }, options);
  return { processes: names.length / 2, full, half, before, after: readMemories(stack, names) };
}

/** Measures journeys in the cluster of `npm run cluster`: with one site and one backend, then with two of each. */
export async function measureCluster(options: BenchOptions): Promise<Unmeasured<ClusterRecord>> {
  let stop: () => Promise<unknown> = async () => undefined;
  try {
    const stack = await startCluster(console.log, (stopAll) => (stop = stopAll));
    const { servers, nginx, postgres, redis } = stack.parts;
    await Promise.all([servers['site-2'].stop(), servers['backend-2'].stop()]);
    const one = await measureWith(stack, ['site-1', 'backend-1'], options);
    await servers['backend-2'].start();
    await servers['site-2'].start();
    const two = await measureWith(stack, ['site-1', 'site-2', 'backend-1', 'backend-2'], options);
    const { balanced, payments } = await stack.readLedger();
    if (!balanced) throw new Error('the ledger does not balance');
    const versions = { nginx: nginx.version, postgresql: postgres.version, redis: redis.version };
    return { versions, payments: payments.length, loads: [one, two] };
  } finally {
    await stop();
  }
}
