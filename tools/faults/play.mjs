import { provideCluster } from '../test/postgres-cluster.mjs';
import { journeys } from './journeys.mjs';
import { judgeAll } from './judge.mjs';
import { essenceOf, listKillCases, nameStep, playKillCases } from './kill-cases.mjs';
import { otherCases, playOtherCases } from './other-cases.mjs';
import { withPlantedFault } from './planted-faults.mjs';
import { shortKillCases, shortOtherCases } from './short-list.mjs';
import { startStack } from './stack.mjs';

/** @typedef {import('../test/postgres-cluster.mjs').Cluster} Cluster */
/** @typedef {import('./judge.mjs').CaseResult} CaseResult */
/** @typedef {import('./kill-cases.mjs').KillCase} KillCase */
/** @typedef {import('./other-cases.mjs').OtherCase} OtherCase */
/** @typedef {import('./stack.mjs').Stack} Stack */
/** @typedef {'server' | 'embedded'} StoreKind */
/** @typedef {CaseResult & { store: StoreKind }} Played */

/**
 * @typedef {object} Wanted
 * @property {boolean} short
 * @property {string} only text that a case's name must have
 * @property {string} [store] `server` or `embedded` alone
 * @property {string} [plant] a fault that is put into the backend
 * @property {(line: string) => void} say
 */

/**
 * A stack, and what is done to it.
 *
 * @typedef {object} Lane
 * @property {StoreKind} store
 * @property {Cluster | null | undefined} cluster of a `server`; undefined where none can be had
 * @property {(stack: Stack) => Promise<readonly KillCase[]>} listKills
 * @property {readonly OtherCase[]} others
 */

/** @param {Played} played */
function describe({ store, name, broken, seconds, note }) {
  const mark = broken.length === 0 ? '✓' : '✗';
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  const line = `${mark} ${store.padEnd(8)} ${time}  ${name.padEnd(66)}  ${note}`;
  return [line.trimEnd(), ...broken.map((what) => `    ${what}`)].join('\n');
}

/**
 * @param {StoreKind} store
 * @param {string} only
 * @returns {Lane['listKills']}
 */
function listAllKills(store, only) {
  // What a journey passes is known once it was played; until then its name and its works must do.
  const named = journeys.filter(({ name, works }) =>
    works.some((work) => `${name}: ${work}`.includes(only) || only.includes(name) || only.includes(work)),
  );
  return async (stack) => {
    const all = await listKillCases(stack, named);
    return all.filter(({ journey, step }, index) => {
      // The embedded store takes its time to start: there each step once, by whoever passes it first, and none that is about gateways alone.
      const isFirst = all.findIndex((one) => essenceOf(one.step) === essenceOf(step)) === index;
      const isOfStore = isFirst && !step.at.includes('gateway');
      return `${journey.name}: ${nameStep(step)}`.includes(only) && (store === 'server' || isOfStore);
    });
  };
}

/**
 * @param {Wanted} wanted
 * @param {readonly Cluster[]} clusters two, or none where none can be had
 * @returns {readonly Lane[]}
 */
function chooseLanes({ short, only, store }, [cluster, other]) {
  /** @type {readonly Lane[]} */
  const lanes = short
    ? [
        { store: 'server', cluster, listKills: async () => shortKillCases.server, others: shortOtherCases },
        { store: 'embedded', cluster: null, listKills: async () => shortKillCases.embedded, others: [] },
      ]
    : [
        { store: 'server', cluster, listKills: listAllKills('server', only), others: [] },
        { store: 'embedded', cluster: null, listKills: listAllKills('embedded', only), others: [] },
        {
          store: 'server',
          cluster: other,
          listKills: async () => [],
          others: otherCases.filter(({ name }) => name.includes(only)),
        },
      ];
  return lanes.filter((lane) => lane.cluster !== undefined && (store === undefined || lane.store === store));
}

/**
 * @param {Lane} lane
 * @param {string} entry the backend's bundle
 * @param {(line: string) => void} say
 * @returns {Promise<Played[]>}
 */
async function playLane({ store, cluster, listKills, others }, entry, say) {
  const tell = (/** @type {CaseResult} */ result) => say(describe({ store, ...result }));
  const stack = await startStack(cluster?.url ?? null, entry);
  try {
    const kills = await listKills(stack);
    if (kills.length + others.length === 0) return [];
    const played = await playKillCases(stack, kills, tell);
    if (cluster) played.push(...(await playOtherCases(stack, cluster, others, tell)));
    return (await judgeAll(stack, played)).map((result) => ({ store, ...result }));
  } catch (error) {
    say(stack.lines.join('\n'));
    throw error;
  } finally {
    await stack.close();
  }
}

/**
 * Plays every case that is wanted: those of the backend's death on PostgreSQL and on the embedded store, beside each other, and those of
 * everything else on a PostgreSQL of their own.
 *
 * @param {Wanted} wanted
 * @returns {Promise<{ seconds: number, cases: Played[], leftOut: string[] }>} `leftOut` says what could not be had
 */
export async function playFaults(wanted) {
  const { plant, say } = wanted;
  const began = performance.now();
  const clusters = [await provideCluster(say), await provideCluster(say, { isDurable: true })].filter(
    (cluster) => cluster !== undefined,
  );
  const leftOut = clusters.length < 2 ? ['NO POSTGRESQL TO BE HAD: nothing was done to a backend on it'] : [];
  try {
    const lanes = chooseLanes(wanted, clusters);
    const cases = await withPlantedFault(plant, async (entry) =>
      (await Promise.all(lanes.map((lane) => playLane(lane, entry, say)))).flat(),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    const broken = cases.filter((one) => one.broken.length > 0);
    const sum = `${cases.length} cases in ${seconds} s: ${cases.length - broken.length} held, ${broken.length} broken`;
    say(['', ...broken.map(describe), ...leftOut, sum].join('\n'));
    return { seconds, cases, leftOut };
  } finally {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  }
}
