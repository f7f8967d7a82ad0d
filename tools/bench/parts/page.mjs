import { chromium } from '@playwright/test';
import { provideChromium } from '../../test/chromium.mjs';
import { findFreePort } from '../../start/ports.mjs';
import { PlainFailure } from '../../start/project.mjs';
import { withBarePages } from '../bare.mjs';
import { findSlowestAnswer, series } from '../interactions.mjs';
import { lookAtPaint, readLighthouseVersion } from '../lighthouse.mjs';
import { measureWhileQuiet, sumQuiet } from '../machine.mjs';
import { placePages } from '../payer-steps.mjs';
import { withStackOnPostgres } from '../stack.mjs';
import { quantile, summariseSpread } from '../statistics.mjs';

/** @typedef {{ name: string, url: string, cookie?: string }} Placed */

/** @param {Placed} placed @param {number} port @param {number} count @returns {Promise<import('../records').PaintedPage>} */
async function measurePaint(placed, port, count) {
  /** @type {(import('../lighthouse.mjs').Paint & import('../machine.mjs').Quiet)[]} */
  const runs = [];
  for (let run = 0; run < count; run += 1) runs.push(await measureWhileQuiet(() => lookAtPaint(placed, port)));
  const median = (/** @type {keyof import('../lighthouse.mjs').Paint} */ key) =>
    quantile(
      runs.map((run) => run[key]),
      0.5,
    );
  const [lcp, reckonedLcp, tbt, cls] = [median('lcp'), median('reckonedLcp'), median('tbt'), median('cls')];
  return { name: placed.name, lcp, reckonedLcp, tbt, cls, ...sumQuiet(runs) };
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {readonly Placed[]} pages
 * @param {number} count
 */
async function measureInteractions(browser, pages, count) {
  const measured = [];
  for (const wanted of series) {
    const placed = pages.find(({ name }) => name === wanted.page);
    if (placed === undefined) throw new Error(`no page ${wanted.page}`);
    const worst = [];
    for (let run = 0; run < count; run += 1) worst.push(await findSlowestAnswer(browser, placed, wanted));
    measured.push({ page: wanted.page, name: wanted.name, worst: summariseSpread(worst) });
  }
  return measured;
}

/**
 * How soon a payer on a cheap phone sees a page, and how soon it answers what is done on it, beside a bare page of Next.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<import('../records').PageRecord, 'machine' | 'isQuick'>>}
 */
export async function measurePages({ runs }) {
  const executablePath = await provideChromium(console.log);
  if (executablePath === undefined) throw new PlainFailure('There is no Chromium to be had.');
  return withBarePages(({ bare }) =>
    withStackOnPostgres({}, async (stack) => {
      const port = await findFreePort();
      const browser = await chromium.launch({
        executablePath,
        args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--disable-background-networking'],
      });
      try {
        const pages = [{ name: 'bare', url: bare.url }, ...(await placePages(stack))];
        const painted = [];
        for (const page of pages) painted.push(await measurePaint(page, port, runs));
        const interactions = await measureInteractions(browser, pages, runs);
        const versions = { lighthouse: readLighthouseVersion(), chromium: browser.version() };
        return { runs, ...versions, pages: painted, interactions };
      } finally {
        await browser.close();
      }
    }),
  );
}
