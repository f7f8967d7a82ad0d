import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from '../scripts/build.mjs';
import { installWhenNeeded } from '../scripts/install.mjs';
import { findFreePort } from '../scripts/ports.mjs';
import { provideCluster } from '../scripts/postgres-cluster.mjs';
import { PlainFailure, runCommand } from '../scripts/project.mjs';
import { Service } from '../scripts/service.mjs';
import { readSettings } from '../scripts/settings.mjs';
import { describeServices } from '../scripts/stack.mjs';
import { BackendClient } from './backend-client.mjs';
import { measureAtOnce, measureAtPace } from './load.mjs';

/*
 * node bench/backend.mjs [--sizes 100,10000,1000000]   calls per second of the backend on PostgreSQL, with ever more payments stored
 */

/** Orders of each measurement, and what comes before it uncounted. */
const orders = 1_500;
const warmUp = 300;
/** Requests that are under way at once while as many as possible are asked for. */
const atOnce = 16;
/** How long the half load lasts, seconds. */
const paceSeconds = 8;

/**
 * @typedef {import('./load.mjs').Load & { processorMs: number }} Measured
 * @typedef {{ stored: number, calls: Record<string, { full: Measured, half?: Measured }> }} Round
 * @typedef {{ machine: string, postgresql: string, rounds: Round[] }} BackendRecord
 */

/** Processor time that a process has had, ms. @param {number | undefined} pid */
function processorTime(pid) {
  const [, after = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = after.split(' ');
  // Ticks of 10 ms, in user and in system mode.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * @param {BackendClient} client
 * @param {number | undefined} pid
 * @param {() => Promise<import('./load.mjs').Load>} run
 * @returns {Promise<Measured>}
 */
async function withProcessorTime(client, pid, run) {
  // What the calls before have left to be done is not of these.
  await client.rest();
  const before = processorTime(pid);
  const load = await run();
  return { ...load, processorMs: (processorTime(pid) - before) / load.calls };
}

/**
 * @param {BackendClient} client
 * @param {number | undefined} pid
 * @returns {Promise<Round['calls']>}
 */
async function measureCalls(client, pid) {
  const begun = await client.createOrders(orders + warmUp);
  const [warming, counted] = [begun.slice(0, warmUp), begun.slice(warmUp)];
  await measureAtOnce(warming, atOnce, (order) => client.init(order));
  const init = await withProcessorTime(client, pid, () =>
    measureAtOnce(counted, atOnce, (order) => client.init(order)),
  );
  await client.payAtBank(begun);
  const page = await withProcessorTime(client, pid, () =>
    measureAtOnce(counted, atOnce, (order) => client.page(order)),
  );
  await measureAtOnce(warming, atOnce, (order) => client.bringReturn(order));
  const back = await withProcessorTime(client, pid, () =>
    measureAtOnce(counted, atOnce, (order) => client.bringReturn(order)),
  );
  const result = await withProcessorTime(client, pid, () =>
    measureAtOnce(counted, atOnce, (order) => client.result(order)),
  );

  const paced = async (
    /** @type {number} */ perSecond,
    /** @type {(order: any) => Promise<void>} */ call,
    isReturn = false,
  ) => {
    const some = await client.createOrders(Math.round(perSecond * paceSeconds));
    if (isReturn) {
      await measureAtOnce(some, atOnce, (order) => client.init(order));
      await client.payAtBank(some);
    }
    return withProcessorTime(client, pid, () => measureAtPace(some, perSecond, call));
  };
  return {
    'payment.init': { full: init, half: await paced(init.perSecond / 2, (order) => client.init(order)) },
    'payment.page': { full: page },
    'payment.return': { full: back, half: await paced(back.perSecond / 2, (order) => client.bringReturn(order), true) },
    'payment.result': { full: result },
  };
}

/** @param {BackendRecord} record */
function describe({ rounds }) {
  for (const { stored, calls } of rounds) {
    console.log(`\n${stored.toLocaleString('en')} payments stored before`);
    for (const [name, { full, half }] of Object.entries(calls)) {
      const paced =
        half === undefined
          ? ''
          : `   at ${Math.round(half.perSecond)}/s: p50 ${half.p50.toFixed(1)} ms, p99 ${half.p99.toFixed(1)} ms`;
      console.log(
        `  ${name.padEnd(15)} ${full.perSecond.toFixed(0).padStart(5)}/s   ${full.processorMs.toFixed(2)} ms of the backend's processor   p99 ${full.p99.toFixed(1)} ms${paced}`,
      );
    }
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(130));

await runCommand(async () => {
  await installWhenNeeded(console.log);
  await buildWhenStale(console.log);
  const { fillTo } = await import('./fill.mjs');
  const sizes = (process.argv[2] === '--sizes' ? (process.argv[3] ?? '') : '100,10000,1000000').split(',').map(Number);
  const cluster = await provideCluster(console.log, { isDurable: true });
  if (cluster === undefined) throw new PlainFailure('There is no PostgreSQL to be had to measure on.');
  const folder = await mkdtemp(join(tmpdir(), 'ebill-bench-'));
  /** @type {Service[]} */
  const services = [];
  try {
    const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const environment = {
      ...process.env,
      ...{ BACKEND_URL: '', REDIS_URL: '', SANDBOX: 'on', LOG_LEVEL: 'error', DATABASE_URL: cluster.url },
      ...{ PORT: String(port), BACKEND_PORT: String(backendPort), BANKS_PORT: String(banksPort), DATA_DIR: folder },
    };
    const descriptions = await describeServices(await readSettings(environment), environment);
    for (const description of descriptions.filter(({ name }) => name !== 'site'))
      services.push(new Service(description));
    await Promise.all(services.map((service) => service.waitUntilHealthy()));
    const pid = services.find(({ name }) => name === 'backend')?.pid;
    const client = new BackendClient(`http://127.0.0.1:${backendPort}`);

    /** @type {BackendRecord} */
    const record = {
      machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
      postgresql: cluster.version,
      rounds: [],
    };
    for (const stored of sizes) {
      await fillTo(cluster.url, stored);
      record.rounds.push({ stored, calls: await measureCalls(client, pid) });
    }
    describe(record);
    return 0;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
