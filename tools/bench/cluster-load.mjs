import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { projectRoot, runCommand } from '../start/project.mjs';
import { describeLoad } from './cluster-load-section.mjs';
import { describeMachine, readMemory, refuseOtherSystems } from './machine.mjs';

/*
 * node tools/bench/cluster-load.mjs [--journeys N] [--minutes N]   payers pay on the cluster of `npm run cluster`, by one site and one backend and
 *                                                            by two of each, and then for minutes; writes tools/bench/results/load.json and the
 *                                                            section of it in docs/operate.md
 */

/** @typedef {import('../cluster/stack.mjs').ClusterStack} ClusterStack */
/** @typedef {import('../cluster/stack.mjs').ProcessName} ProcessName */
/** @typedef {import('./records').ClusterLoad} ClusterLoad */

/** Memory of the soak is read so often. */
const readings = 20;
/** How much of what is borne the soak has. */
const soakShare = 0.5;

/** Stops whatever has been started. @type {() => Promise<unknown>} */
let close = async () => undefined;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => void close().finally(() => process.exit(130)));
}

/** @param {ClusterStack} stack @param {readonly ProcessName[]} names @returns {Record<string, number>} */
const readMemories = (stack, names) =>
  Object.fromEntries(names.map((name) => [name, readMemory(stack.processes[name].pid)]));

/**
 * @param {ClusterStack} stack
 * @param {import('./payer-steps.mjs').WalkedStack} walked
 * @param {readonly ProcessName[]} names of the processes that serve
 * @param {number} journeys
 * @returns {Promise<ClusterLoad>}
 */
async function loadBy(stack, walked, names, journeys) {
  const { measureJourneys } = await import('./journeys.mjs');
  /** @type {string[]} */
  const failures = [];
  const before = readMemories(stack, names);
  const { full, half } = await measureJourneys(walked, {
    journeys,
    onFailure: (error) => failures.push(String(error)),
  });
  for (const failure of failures) console.log(`✗ ${failure}`);
  return {
    processes: names.length / 2,
    full,
    half,
    failed: failures.length,
    before,
    after: readMemories(stack, names),
  };
}

/**
 * @param {ClusterStack} stack
 * @param {import('./payer-steps.mjs').WalkedStack} walked
 * @param {readonly ProcessName[]} names
 * @param {{ minutes: number, perSecond: number }} how
 * @returns {Promise<import('./records').ClusterSoak>}
 */
async function soak(stack, walked, names, { minutes, perSecond }) {
  const [{ measureAtPace }, { walk }] = await Promise.all([import('./load.mjs'), import('./payer-steps.mjs')]);
  const payers = Array.from({ length: Math.ceil(minutes * 60 * perSecond) }, (_, index) => index);
  /** @type {Record<string, number>[]} */
  const memory = [];
  const watching = (async () => {
    while (memory.length < readings) {
      await pause((minutes * 60_000) / readings);
      memory.push(readMemories(stack, names));
    }
  })();
  let failed = 0;
  const load = await measureAtPace(payers, perSecond, async () => {
    await walk(walked).catch((error) => {
      failed += 1;
      console.log(`✗ ${error}`);
    });
  });
  await watching;
  return { minutes, journeys: payers.length, perSecond: load.perSecond, failed, memory };
}

/** @param {{ journeys: number, minutes: number }} wanted */
async function measure({ journeys, minutes }) {
  const { startCluster } = await import('../cluster/stack.mjs');
  const { makePayer } = await import('../cluster/payers.mjs');
  const stack = await startCluster(console.log, (stop) => (close = stop));
  console.log(stack.describe());
  const walked = { site: stack.site, banks: stack.banks, makePayer: () => makePayer(stack, () => {}) };
  /** @type {readonly ProcessName[]} */
  const both = ['site-1', 'site-2', 'backend-1', 'backend-2'];
  console.log('Payers pay by one of each …');
  const { 'site-2': site, 'backend-2': backend } = stack.processes;
  await Promise.all([site.stop(), backend.stop()]);
  const one = await loadBy(stack, walked, ['site-1', 'backend-1'], journeys);
  await backend.start();
  await site.start();
  // Right after the other, so that the machine is as quick for both.
  console.log('Payers pay by two sites and two backends …');
  const two = await loadBy(stack, walked, both, journeys);
  const perSecond = two.full.perSecond * soakShare;
  console.log(`${perSecond.toFixed(1)} payers a second come for ${minutes} minutes …`);
  const soaked = await soak(stack, walked, both, { minutes, perSecond });
  const { balanced, payments } = await stack.control('ledger');
  if (!balanced) throw new Error('the ledger does not balance');
  const versions = { nginx: stack.nginx.version, postgresql: stack.postgres.version, redis: stack.redis.version };
  return { versions, payments: payments.length, loads: [one, two], soak: soaked };
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { journeys: { type: 'string', default: '300' }, minutes: { type: 'string', default: '10' } },
  });
  refuseOtherSystems();
  await installWhenNeeded(console.log);
  await buildWhenStale(console.log);
  const wanted = { journeys: Number(values.journeys), minutes: Number(values.minutes) };
  const record = { machine: describeMachine(), ...(await measure(wanted).finally(() => close())) };
  const { format, resolveConfig } = await import('prettier');
  /** @param {string} file @param {string} text */
  const write = async (file, text) =>
    writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  await mkdir(join(projectRoot, 'tools/bench/results'), { recursive: true });
  await write(join(projectRoot, 'tools/bench/results/load.json'), JSON.stringify(record));
  const guide = join(projectRoot, 'docs/operate.md');
  await write(guide, describeLoad(await readFile(guide, 'utf8'), record));
  console.log('✓ tools/bench/results/load.json, docs/operate.md');
  const failed = record.soak.failed + record.loads.reduce((sum, load) => sum + load.failed, 0);
  return failed === 0 ? 0 : 1;
});
process.exit();
