import { chromium } from '@playwright/test';
import { provideChromium } from '../../test/chromium.mjs';
import { findFreePort } from '../../start/ports.mjs';
import { PlainFailure } from '../../start/project.mjs';
import { withBarePages } from '../bare';
import { interactions, measureSlowestInteraction } from '../interactions';
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

async function measurePaint(opened: Target, port: number, count: number): Promise<PaintedPage> {
  const runs: (Paint & CpuSteal)[] = [];
  for (let run = 0; run < count; run += 1) runs.push(await measureWithLowSteal(() => auditPaint(opened, port)));
  const median = (key: keyof Paint) => summariseSpread(runs.map((run) => run[key])).median;
  const [lcp, simulatedLcp, tbt, cls] = [median('lcp'), median('simulatedLcp'), median('tbt'), median('cls')];
  return { name: opened.name, lcp, simulatedLcp, tbt, cls, ...summariseSteal(runs) };
}

async function measureInteractions(browser: Browser, open: Open, count: number) {
  const measured = [];
  for (const interaction of interactions) {
    const opened = await open(interaction.page);
    const slowest = [];
    for (let run = 0; run < count; run += 1)
      slowest.push(await measureSlowestInteraction(browser, opened, interaction));
    measured.push({ page: interaction.page, name: interaction.name, worst: summariseSpread(slowest) });
  }
  return measured;
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
        const painted = [];
        for (const name of ['bare', ...measuredPages] as const) {
          painted.push(await measurePaint(await open(name), port, runs));
        }
        const measured = await measureInteractions(browser, open, runs);
        const versions = { lighthouse: readLighthouseVersion(), chromium: browser.version() };
        return { runs, ...versions, pages: painted, interactions: measured };
      } finally {
        await browser.close();
      }
    }),
  );
}
