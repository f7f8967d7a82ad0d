import { BackendClient } from '../backend-client';
import { insertPaidOrders } from '../paid-orders';
import { measureThroughput, measureAtRate } from '../load';
import { measureWithLowSteal, readCpuTime } from '../machine';
import { withStackOnPostgres } from '../stack';
import type { BenchOrder } from '../backend-client';
import type { CallLoad, BackendRound, BackendRecord, Unmeasured } from '../records';
import type { Load } from '../load';
import type { BenchOptions } from '../options';

/** Measured orders per order of the warm-up. */
const measuredPerWarmUp = 5;
/** Concurrent calls while the throughput is measured. */
const concurrency = 16;
/** Seconds of calls at half the throughput, unless --calls is lower. */
const rateSeconds = 8;

type Call = (order: BenchOrder) => Promise<void>;

async function measureCpuTime(
  client: BackendClient,
  pid: number | undefined,
  run: () => Promise<Load>,
): Promise<CallLoad> {
  // Runs the jobs of earlier calls first, so that they do not count.
  await client.runJobs();
  const before = readCpuTime(pid);
  const load = await run();
  return { ...load, cpuMs: (readCpuTime(pid) - before) / load.calls };
}

async function measureCalls(
  client: BackendClient,
  pid: number | undefined,
  calls: number,
): Promise<BackendRound['calls']> {
  const warmUp = Math.ceil(calls / measuredPerWarmUp);
  const orders = await client.createOrders(calls + warmUp);
  const [warmUpOrders, measured] = [orders.slice(0, warmUp), orders.slice(warmUp)];
  const full = (call: Call) => measureCpuTime(client, pid, () => measureThroughput(measured, concurrency, call));
  const half = async ({ perSecond }: CallLoad, call: Call, isReturn = false) => {
    const some = await client.createOrders(Math.min(calls, Math.ceil((perSecond / 2) * rateSeconds)));
    if (isReturn) {
      await measureThroughput(some, concurrency, (order) => client.init(order));
      await client.payAtBank(some);
    }
    return measureCpuTime(client, pid, () => measureAtRate(some, perSecond / 2, call));
  };

  const init = (order: BenchOrder) => client.init(order);
  const sendReturn = (order: BenchOrder) => client.sendReturn(order);
  await measureThroughput(warmUpOrders, concurrency, init);
  const inits = await full(init);
  await client.payAtBank(orders);
  const pages = await full((order) => client.page(order));
  await measureThroughput(warmUpOrders, concurrency, sendReturn);
  const returns = await full(sendReturn);
  const results = await full((order) => client.result(order));
  return [
    { name: 'payment.init', full: inits, half: await half(inits, init) },
    { name: 'payment.page', full: pages, half: null },
    { name: 'payment.return', full: returns, half: await half(returns, sendReturn, true) },
    { name: 'payment.result', full: results, half: null },
  ];
}

/** Measures backend calls on PostgreSQL with increasing numbers of stored payments. */
export function measureBackend({ sizes, calls }: BenchOptions): Promise<Unmeasured<BackendRecord>> {
  return withStackOnPostgres({ hasSite: false }, async (stack, cluster) => {
    const client = new BackendClient(stack.backend);
    const { pid } = stack.servers.backend;
    const rounds: BackendRound[] = [];
    for (const stored of sizes) {
      await insertPaidOrders(cluster.url, stored);
      const round = await measureWithLowSteal(async () => ({ calls: await measureCalls(client, pid, calls) }));
      rounds.push({ stored, ...round });
    }
    return { postgresql: cluster.version, rounds };
  });
}
