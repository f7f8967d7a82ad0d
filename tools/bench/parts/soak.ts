import { setTimeout as pause } from 'node:timers/promises';
import { measureAtRate } from '../load';
import { readMemory } from '../machine';
import { runJourney } from '../../payer/journey-steps';
import { withStackOnPostgres } from '../stack';
import type { BenchOptions } from '../options';
import type { SoakRecord, Unmeasured } from '../records';

/** Payers a second: well below the throughput, so that no queue grows. */
const perSecond = 8;
const readings = 40;

/** Measures the site's memory while payers pay for minutes. */
export function measureSoak({ minutes }: BenchOptions): Promise<Unmeasured<SoakRecord>> {
  return withStackOnPostgres({}, async (stack) => {
    const journeys = Math.ceil(minutes * 60 * perSecond);
    const { pid } = stack.servers.site;
    const site: number[] = [];
    const reading = (async () => {
      while (site.length < readings) {
        await pause((minutes * 60_000) / readings);
        site.push(readMemory(pid));
      }
    })();
    const payers = Array.from({ length: journeys }, (_, index) => index);
    const load = await measureAtRate(payers, perSecond, async () => void (await runJourney(stack)));
    await reading;
    return { minutes, journeys, perSecond: load.perSecond, site };
  });
}
