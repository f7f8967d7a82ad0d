import { chromium } from '@playwright/test';
import { provideChromium } from '../../test/chromium.mjs';
import { findFreePort } from '../../start/ports.mjs';
import { PlainFailure } from '../../start/project.mjs';
import { withBarePages } from '../bare';
import { interactions, measureSlowestInteraction, type Interaction } from '../interactions';
import { auditPaint, readLighthouseVersion } from '../lighthouse';
import { measureWithLowSteal, summariseSteal } from '../machine';
import { measuredPages, openPage, type MeasuredPage } from '../journeys';
import { withStackOnPostgres } from '../stack';
import { summariseSpread } from '../load';
import type { PaintedPage, PageRecord, Unmeasured } from '../records';
import type { Paint } from '../lighthouse';
import type { CpuSteal } from '../machine';
import type { Target as LoadTarget } from '../page-load';
import type { Browser } from '@playwright/test';
import type { BenchOptions } from '../options';

type Target = Omit<LoadTarget, 'server'>;

/** Opens a page as another payer: an order ends 15 minutes after it was made. */
type Open = (name: 'bare' | MeasuredPage) => Promise<Target>;

type PaintRun = Paint & CpuSteal;

/** Summarises the runs of a page, and compares them with the bare page's. */
function summarisePaint(name: string, runs: readonly PaintRun[], bare: readonly PaintRun[]): PaintedPage {
  const median = (key: keyof Paint) => summariseSpread(runs.map((run) => run[key])).median;
  const ratio = (key: keyof Paint) =>
    summariseSpread(runs.map((run, round) => run[key] / (bare[round]?.[key] ?? NaN))).median;
  return {
    name,
    lcp: median('lcp'),
    simulatedLcp: median('simulatedLcp'),
    tbt: median('tbt'),
    cls: median('cls'),
    toBare: { lcp: ratio('lcp'), tbt: ratio('tbt') },
    ...summariseSteal(runs),
  };
}

/** Audits the bare page and each page of ours in turn, `rounds` times: how fast the machine is changes from minute to minute. */
async function measurePaint(open: Open, port: number, rounds: number): Promise<readonly PaintedPage[]> {
  const bare: PaintRun[] = [];
  const pages: readonly { readonly name: 'bare' | MeasuredPage; readonly runs: PaintRun[] }[] = [
    { name: 'bare', runs: bare },
    ...measuredPages.map((name) => ({ name, runs: [] })),
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, runs } of pages) {
      const opened = await open(name);
      runs.push(await measureWithLowSteal(() => auditPaint(opened, port)));
    }
  }
  return pages.map(({ name, runs }) => summarisePaint(name, runs, bare));
}

/** Measures each interaction in turn, `rounds` times. */
async function measureInteractions(browser: Browser, open: Open, rounds: number) {
  const measured: readonly { readonly interaction: Interaction; readonly slowest: number[] }[] = interactions.map(
    (interaction) => ({ interaction, slowest: [] }),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { interaction, slowest } of measured) {
      slowest.push(await measureSlowestInteraction(browser, await open(interaction.page), interaction));
    }
  }
  return measured.map(({ interaction: { page, name }, slowest }) => ({ page, name, worst: summariseSpread(slowest) }));
}

/** Measures paint and interaction times of each page on a slow phone, and of a bare Next page for comparison. */
export async function measurePages({ runs }: BenchOptions): Promise<Unmeasured<PageRecord>> {
  const executablePath = await provideChromium(console.log);
  if (executablePath === undefined) throw new PlainFailure('Chromium is missing.');
  return withBarePages(({ bare }) =>
    withStackOnPostgres({}, async (stack) => {
      const port = await findFreePort();
      const browser = await chromium.launch({
        executablePath,
        args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--disable-background-networking'],
      });
      try {
        const open: Open = async (name) => (name === 'bare' ? { name, url: bare.url } : await openPage(stack, name));
        const painted = await measurePaint(open, port, runs);
        const measured = await measureInteractions(browser, open, runs);
        const versions = { lighthouse: readLighthouseVersion(), chromium: browser.version() };
        return { runs, ...versions, pages: painted, interactions: measured };
      } finally {
        await browser.close();
      }
    }),
  );
}
