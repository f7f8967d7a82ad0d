import { setTimeout as pause } from 'node:timers/promises';
import { measureAtPace } from '../load.mjs';
import { readMemory } from '../machine.mjs';
import { walk } from '../payer-steps.mjs';
import { withStackOnPostgres } from '../stack.mjs';

/** Payers a second: well below what is borne, so that what grows is not what waits. */
const perSecond = 8;
const readings = 40;

/**
 * The site's memory while payers pay for minutes.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<import('../records').SoakRecord, 'machine' | 'isQuick'>>}
 */
export function measureSoak({ minutes }) {
  return withStackOnPostgres({}, async (stack) => {
    const journeys = Math.ceil(minutes * 60 * perSecond);
    const { pid } = stack.service('site');
    /** @type {number[]} */
    const site = [];
    const watching = (async () => {
      while (site.length < readings) {
        await pause((minutes * 60_000) / readings);
        site.push(readMemory(pid));
      }
    })();
    const payers = Array.from({ length: journeys }, (_, index) => index);
    const load = await measureAtPace(payers, perSecond, async () => void (await walk(stack)));
    await watching;
    return { minutes, journeys, perSecond: load.perSecond, site };
  });
}
