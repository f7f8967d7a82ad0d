import { runJourney, type JourneyStack } from '../payer/journey-steps';
import { measureAtRate, measureThroughput, quantile, type Load } from './load';
import { measureWithLowSteal } from './machine';
import type { JourneyLoad } from './records';

/** Concurrent payers while the throughput is measured. */
const concurrency = 8;

const range = (count: number) => Array.from({ length: Math.ceil(count) }, (_, index) => index);

function measureSteps(stack: JourneyStack, run: (pay: () => Promise<void>) => Promise<Load>): Promise<JourneyLoad> {
  return measureWithLowSteal(async () => {
    const times = new Map<string, number[]>();
    const onStep = (name: string, durationMs: number) => {
      times.set(name, [...(times.get(name) ?? []), durationMs]);
    };
    const { perSecond } = await run(async () => void (await runJourney(stack, { onStep })));
    const steps = [...times].map(([name, all]) => ({ name, p50: quantile(all, 0.5), p99: quantile(all, 0.99) }));
    return { perSecond, steps };
  });
}

/** Measures the throughput of journeys from the home page to the result, and response times at full and at half load. */
export async function measureJourneys(stack: JourneyStack, { journeys }: { journeys: number }) {
  await measureThroughput(range(journeys / 3), concurrency, async () => void (await runJourney(stack)));
  const full = await measureSteps(stack, (pay) => measureThroughput(range(journeys), concurrency, pay));
  const half = await measureSteps(stack, (pay) => measureAtRate(range(journeys / 2), full.perSecond / 2, pay));
  return { full, half };
}

/** The journey step that opens each measured page. */
const stepByPage = { home: 'home', bill: 'look-up, bill', payment: 'payment', result: 'return, result' };

export type MeasuredPage = keyof typeof stepByPage;

/** In the order of a journey. */
export const measuredPages = ['home', 'bill', 'payment', 'result'] as const satisfies readonly MeasuredPage[];

/** A page and the cookies to open it. */
export interface OpenedPage {
  readonly name: string;
  readonly url: string;
  readonly cookie: string;
}

/** Opens a page as a payer does. */
export async function openPage(stack: JourneyStack, name: MeasuredPage): Promise<OpenedPage> {
  const { payer, page } = await runJourney(stack, { upTo: stepByPage[name] });
  return { name, url: page.url, cookie: payer.cookie };
}

/** Opens each measured page as a new payer. */
export async function openPages(stack: JourneyStack): Promise<OpenedPage[]> {
  const pages: OpenedPage[] = [];
  for (const name of measuredPages) pages.push(await openPage(stack, name));
  return pages;
}
