import { loadPage } from './load-generator.mjs';
import { measureWhileQuiet, readMemory, readProcessorTime, sumQuiet } from './machine.mjs';
import { summariseSpread } from './statistics.mjs';

/** @typedef {import('./records').LoadedPage} LoadedPage */
/** @typedef {{ name: string, url: string, cookie?: string, service: import('../start/service.mjs').Service }} Target */
/** @typedef {Awaited<ReturnType<typeof loadOnce>> & import('./machine.mjs').Quiet} Run */
/** @typedef {{ rounds: number, seconds: number }} Rounds */

/** @param {Target} target @param {number} seconds */
async function loadOnce(target, seconds) {
  const before = readProcessorTime(target.service.pid);
  const load = await loadPage(target, seconds);
  return {
    ...load,
    processorMs: (readProcessorTime(target.service.pid) - before) / load.requests,
    memory: readMemory(target.service.pid),
  };
}

/** @param {string} name @param {readonly Run[]} runs @returns {LoadedPage} */
function summarise(name, runs) {
  const median = (/** @type {'p50' | 'p99' | 'processorMs'} */ key) =>
    summariseSpread(runs.map((run) => run[key])).median;
  return {
    name,
    perSecond: summariseSpread(runs.map(({ perSecond }) => perSecond)),
    p50: median('p50'),
    p99: median('p99'),
    processorMs: median('processorMs'),
    memory: Math.max(...runs.map(({ memory }) => memory)),
    ...sumQuiet(runs),
  };
}

/**
 * Loads pages in rounds, every other round in the opposite order, so that none always comes after the same one.
 *
 * @param {readonly Target[]} targets warmed up
 * @param {Rounds} how
 * @returns {Promise<LoadedPage[]>} in the order of the targets
 */
export async function measureLoads(targets, { rounds, seconds }) {
  /** @type {Map<string, Run[]>} */
  const runs = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      runs.get(target.name)?.push(await measureWhileQuiet(() => loadOnce(target, seconds)));
    }
  }
  return [...runs].map(([name, all]) => summarise(name, all));
}
