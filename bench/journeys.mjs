import { measureAtOnce, measureAtPace } from './load.mjs';
import { measureWhileQuiet } from './machine.mjs';
import { walk } from './payer-steps.mjs';
import { quantile } from './statistics.mjs';

/** @typedef {import('./stack.mjs').BenchStack} BenchStack */
/** @typedef {import('./load.mjs').Load} Load */

/** Payers that are on their way at once while as many as possible are to arrive. */
const atOnce = 8;

/** @param {number} count */
const countUpTo = (count) => Array.from({ length: Math.ceil(count) }, (_, index) => index);

/**
 * @param {BenchStack} stack
 * @param {(pay: () => Promise<void>) => Promise<Load>} run
 * @returns {Promise<import('./records').JourneyLoad>}
 */
function measureSteps(stack, run) {
  return measureWhileQuiet(async () => {
    /** @type {Map<string, number[]>} */
    const times = new Map();
    const onStep = (/** @type {string} */ name, /** @type {number} */ tookMs) => {
      const known = times.get(name) ?? [];
      known.push(tookMs);
      times.set(name, known);
    };
    const { perSecond } = await run(async () => void (await walk(stack, { onStep })));
    const steps = [...times].map(([name, all]) => ({ name, p50: quantile(all, 0.5), p99: quantile(all, 0.99) }));
    return { perSecond, steps };
  });
}

/**
 * How many payers come through in a second, from the home page to the result, and how long each of them waits when half as many come.
 *
 * @param {BenchStack} stack
 * @param {{ journeys: number }} options
 */
export async function measureJourneys(stack, { journeys }) {
  await measureAtOnce(countUpTo(journeys / 3), atOnce, async () => void (await walk(stack)));
  const full = await measureSteps(stack, (pay) => measureAtOnce(countUpTo(journeys), atOnce, pay));
  const half = await measureSteps(stack, (pay) => measureAtPace(countUpTo(journeys / 2), full.perSecond / 2, pay));
  return { full, half };
}
