import { measureAtOnce, measureAtPace } from './load.mjs';
import { measureWhileQuiet } from './machine.mjs';
import { walk } from './payer-steps.mjs';
import { quantile } from './statistics.mjs';

/** @typedef {import('./payer-steps.mjs').WalkedStack} WalkedStack */
/** @typedef {import('./load.mjs').Load} Load */

/** Payers that are on their way at once while as many as possible are to arrive. */
const atOnce = 8;

/** @param {number} count */
const countUpTo = (count) => Array.from({ length: Math.ceil(count) }, (_, index) => index);

/** A journey that did not come to its end fails everything, unless somebody counts them. @typedef {(error: unknown) => void} OnFailure */
/** @type {OnFailure} */
const fail = (error) => {
  throw error;
};

/**
 * @param {WalkedStack} stack
 * @param {OnFailure} onFailure
 * @param {(pay: () => Promise<void>) => Promise<Load>} run
 * @returns {Promise<import('./records').JourneyLoad>}
 */
function measureSteps(stack, onFailure, run) {
  return measureWhileQuiet(async () => {
    /** @type {Map<string, number[]>} */
    const times = new Map();
    const onStep = (/** @type {string} */ name, /** @type {number} */ tookMs) => {
      const known = times.get(name) ?? [];
      known.push(tookMs);
      times.set(name, known);
    };
    const { perSecond } = await run(async () => void (await walk(stack, { onStep }).catch(onFailure)));
    const steps = [...times].map(([name, all]) => ({ name, p50: quantile(all, 0.5), p99: quantile(all, 0.99) }));
    return { perSecond, steps };
  });
}

/**
 * How many payers come through in a second, from the home page to the result, and how long each of them waits when half as many come.
 *
 * @param {WalkedStack} stack
 * @param {{ journeys: number, onFailure?: OnFailure }} options
 */
export async function measureJourneys(stack, { journeys, onFailure = fail }) {
  await measureAtOnce(countUpTo(journeys / 3), atOnce, async () => void (await walk(stack)));
  const full = await measureSteps(stack, onFailure, (pay) => measureAtOnce(countUpTo(journeys), atOnce, pay));
  const half = await measureSteps(stack, onFailure, (pay) =>
    measureAtPace(countUpTo(journeys / 2), full.perSecond / 2, pay),
  );
  return { full, half };
}
