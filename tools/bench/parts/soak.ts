import { setTimeout as pause } from 'node:timers/promises';
import { measureAtRate } from '../load';
import { readMemory } from '../machine';
import { runJourney } from '../../payer/journey-steps';
import { withStackOnPostgres } from '../stack';
import type { BenchOptions } from '../options';
import type { SoakRecord, Unmeasured } from '../records';

/** Payers per second: well below the throughput, so that no queue grows. */
const perSecond = 8;
const sampleCount = 40;

/** Samples the site's memory under a constant load. */
export function measureSoak({ minutes }: BenchOptions): Promise<Unmeasured<SoakRecord>> {
  return withStackOnPostgres({}, async (stack) => {
    const journeys = Math.ceil(minutes * 60 * perSecond);
    const { pid } = stack.servers.site;
    const site: number[] = [];
    const sampling = (async () => {
      while (site.length < sampleCount) {
        await pause((minutes * 60_000) / sampleCount);
        site.push(readMemory(pid));
      }
    })();
    const payers = Array.from({ length: journeys }, (_, index) => index);
    const load = await measureAtRate(payers, perSecond, async () => void (await runJourney(stack)));
    await sampling;
    return { minutes, journeys, perSecond: load.perSecond, site };
  });
}
