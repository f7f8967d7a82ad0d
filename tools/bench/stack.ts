import { PlainFailure, type Environment } from '../start/project.mjs';
import { withStack, type Stack } from '../stack/stack';
import { provideCluster, type Cluster } from '../test/postgres-cluster.mjs';

/** Calls `callback` with a stack on a PostgreSQL with durable commits, as in production. */
export async function withStackOnPostgres<Result>(
  { hasSite = true, environment: more = {} }: { hasSite?: boolean; environment?: Environment },
  callback: (stack: Stack, cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const cluster = await provideCluster(console.log, { isDurable: true });
  if (cluster === undefined) throw new PlainFailure('PostgreSQL is not available: install it to run the benchmarks.');
  try {
    const environment = { DATABASE_URL: cluster.url, LOG_LEVEL: 'error', ...more };
    return await withStack({ hasSite, environment }, (stack) => callback(stack, cluster));
  } finally {
    await cluster.stop();
  }
}
