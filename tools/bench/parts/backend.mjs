import { BackendClient } from '../backend-client.mjs';
import { fillTo } from '../fill.mjs';
import { measureAtOnce, measureAtPace } from '../load.mjs';
import { measureWhileQuiet, readProcessorTime } from '../machine.mjs';
import { withStackOnPostgres } from '../stack.mjs';

/** Orders of each measurement for each one that comes before it uncounted. */
const countedOfWarming = 5;
/** Requests that are under way at once while as many as possible are asked for. */
const atOnce = 16;
/** How long the half load lasts, seconds, unless fewer calls are asked for. */
const paceSeconds = 8;

/** @typedef {import('../backend-client.mjs').BenchOrder} BenchOrder */
/** @typedef {import('../records').CallLoad} CallLoad */
/** @typedef {import('../records').BackendRound} BackendRound */
/** @typedef {(order: BenchOrder) => Promise<void>} Call */

/**
 * @param {BackendClient} client
 * @param {number | undefined} pid
 * @param {() => Promise<import('../load.mjs').Load>} run
 * @returns {Promise<CallLoad>}
 */
async function withProcessorTime(client, pid, run) {
  // What the calls before have left to be done is not of these.
  await client.rest();
  const before = readProcessorTime(pid);
  const load = await run();
  return { ...load, processorMs: (readProcessorTime(pid) - before) / load.calls };
}

/**
 * @param {BackendClient} client
 * @param {number | undefined} pid
 * @param {number} calls
 * @returns {Promise<BackendRound['calls']>}
 */
async function measureCalls(client, pid, calls) {
  const warmUp = Math.ceil(calls / countedOfWarming);
  const begun = await client.createOrders(calls + warmUp);
  const [warming, counted] = [begun.slice(0, warmUp), begun.slice(warmUp)];
  const full = (/** @type {Call} */ call) => withProcessorTime(client, pid, () => measureAtOnce(counted, atOnce, call));
  const half = async (/** @type {CallLoad} */ { perSecond }, /** @type {Call} */ call, isReturn = false) => {
    const some = await client.createOrders(Math.min(calls, Math.ceil((perSecond / 2) * paceSeconds)));
    if (isReturn) {
      await measureAtOnce(some, atOnce, (order) => client.init(order));
      await client.payAtBank(some);
    }
    return withProcessorTime(client, pid, () => measureAtPace(some, perSecond / 2, call));
  };

  const init = (/** @type {BenchOrder} */ order) => client.init(order);
  const bringReturn = (/** @type {BenchOrder} */ order) => client.bringReturn(order);
  await measureAtOnce(warming, atOnce, init);
  const inits = await full(init);
  await client.payAtBank(begun);
  const pages = await full((order) => client.page(order));
  await measureAtOnce(warming, atOnce, bringReturn);
  const returns = await full(bringReturn);
  const results = await full((order) => client.result(order));
  return [
    { name: 'payment.init', full: inits, half: await half(inits, init) },
    { name: 'payment.page', full: pages, half: null },
    { name: 'payment.return', full: returns, half: await half(returns, bringReturn, true) },
    { name: 'payment.result', full: results, half: null },
  ];
}

/**
 * Calls a second of the backend on PostgreSQL, with ever more payments stored.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<import('../records').BackendRecord, 'machine' | 'isQuick'>>}
 */
export function measureBackend({ sizes, calls }) {
  return withStackOnPostgres({ hasSite: false }, async ({ backend, service }, cluster) => {
    const client = new BackendClient(backend);
    const { pid } = service('backend');
    /** @type {BackendRound[]} */
    const rounds = [];
    for (const stored of sizes) {
      await fillTo(cluster.url, stored);
      const round = await measureWhileQuiet(async () => ({ calls: await measureCalls(client, pid, calls) }));
      rounds.push({ stored, ...round });
    }
    return { postgresql: cluster.version, rounds };
  });
}
