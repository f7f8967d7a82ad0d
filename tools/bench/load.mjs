import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './statistics.mjs';

/**
 * @typedef {object} Load
 * @property {number} calls
 * @property {number} perSecond
 * @property {number} p50 ms
 * @property {number} p99 ms
 */

/**
 * @param {number[]} times ms
 * @param {number} tookMs
 * @returns {Load}
 */
function summarise(times, tookMs) {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { calls: times.length, perSecond: (times.length / tookMs) * 1_000, p50, p99 };
}

/**
 * As many calls as there are things, a fixed number of them under way at any time: how many go through in a second.
 *
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {number} atOnce
 * @param {(thing: Thing) => Promise<void>} call throws for an answer that is not the expected one
 * @returns {Promise<Load>}
 */
export async function measureAtOnce(things, atOnce, call) {
  /** @type {number[]} */
  const times = [];
  let next = 0;
  const began = performance.now();
  const work = async () => {
    for (let thing = things[next++]; thing !== undefined; thing = things[next++]) {
      const asked = performance.now();
      await call(thing);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return summarise(times, performance.now() - began);
}

/**
 * Calls at a steady pace, whether those before have been answered or not, as payers come: how long each waits. A call that is sent late counts from
 * when it was due.
 *
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {number} perSecond
 * @param {(thing: Thing) => Promise<void>} call
 * @returns {Promise<Load>}
 */
export async function measureAtPace(things, perSecond, call) {
  /** @type {number[]} */
  const times = [];
  const began = performance.now();
  const sent = things.map(async (thing, index) => {
    const due = began + (index / perSecond) * 1_000;
    await pause(Math.max(0, due - performance.now()));
    await call(thing);
    times.push(performance.now() - due);
  });
  await Promise.all(sent);
  return summarise(times, performance.now() - began);
}
