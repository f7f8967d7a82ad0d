import { provideCluster } from '../postgres-cluster.mjs';
import { journeys } from './journeys.mjs';
import { listKillCases, nameStep, playKillCases } from './kill-cases.mjs';
import { otherCases, playOtherCases } from './other-cases.mjs';
import { startStack } from './stack.mjs';

/** @typedef {import('./kill-cases.mjs').CaseResult} CaseResult */
/** @typedef {import('./kill-cases.mjs').KillCase} KillCase */
/** @typedef {import('./stack.mjs').Stack} Stack */
/** @typedef {CaseResult & { store: string }} Played */

/**
 * @typedef {object} Wanted
 * @property {boolean} short
 * @property {string} only
 * @property {string} [plant]
 * @property {(line: string) => void} say
 */

/** @param {Played} played */
function describe({ store, name, broken, seconds, note }) {
  const mark = broken.length === 0 ? '✓' : '✗';
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  return [`${mark} ${store.padEnd(8)} ${time}  ${name.padEnd(64)}  ${note}`, ...broken.map((what) => `    ${what}`)].join('\n');
}

/**
 * @param {string} text
 * @param {string} whole
 */
const isPart = (text, whole) => whole.includes(text) || text.includes(whole);

/** @param {string} name @param {string} only */
const isNamed = (name, only) => name.includes(only);

/**
 * Plays every case that is wanted: those of the backend's death on PostgreSQL and on the embedded store, beside each other, and those of
 * everything else on a PostgreSQL of their own.
 *
 * @param {Wanted} wanted
 * @returns {Promise<{ seconds: number, cases: Played[] } | null>} null when there is no PostgreSQL
 */
export async function playFaults({ only, say }) {
  const began = performance.now();
  /** @type {Played[]} */
  const cases = [];
  const [cluster, durable] = [await provideCluster(say), await provideCluster(say, { isDurable: true })];
  if (cluster === undefined || durable === undefined) return null;
  const tellOf = (/** @type {string} */ store) => (/** @type {CaseResult} */ result) => say(describe({ store, ...result }));

  /**
   * @param {string} store
   * @param {string | null} databaseUrl
   */
  async function killOn(store, databaseUrl) {
    // What a journey passes is known once it was played; a text may be part of its name, or of a step's.
    const named = journeys.filter(({ name, works }) => works.some((work) => isPart(only, `${name}: ${work}`)));
    if (named.length === 0) return;
    const stack = await startStack(databaseUrl);
    try {
      const all = await listKillCases(stack, named);
      const chosen = all.filter(({ journey, step }) => isNamed(`${journey.name}: ${nameStep(step)}`, only));
      const results = await playKillCases(stack, chosen, tellOf(store));
      cases.push(...results.map((result) => ({ store, ...result })));
    } catch (error) {
      say(stack.lines.join('\n'));
      throw error;
    } finally {
      await stack.close();
    }
  }

  async function playOthers(/** @type {import('../postgres-cluster.mjs').Cluster} */ own) {
    const chosen = otherCases.filter(({ name }) => isNamed(name, only));
    if (chosen.length === 0) return;
    const stack = await startStack(own.url);
    try {
      const results = await playOtherCases(stack, own, chosen, tellOf('server'));
      cases.push(...results.map((result) => ({ store: 'server', ...result })));
    } finally {
      await stack.close();
    }
  }

  try {
    await Promise.all([killOn('server', cluster.url), killOn('embedded', null), playOthers(durable)]);
  } finally {
    await Promise.all([cluster.stop(), durable.stop()]);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const broken = cases.filter((one) => one.broken.length > 0);
  say(['', ...broken.map(describe), `${cases.length} cases in ${seconds} s: ${cases.length - broken.length} held, ${broken.length} broken`].join('\n'));
  return { seconds, cases };
}
