import type { Page } from '@playwright/test';
import { expect } from '../fixtures/journey';
import { touchForm, trackTransfers } from '../fixtures/page-weight';
import { test, weighedPages } from '../fixtures/weighed-pages';

/* Nothing that a payer looks at moves by itself: not while the page loads, not when what its form needs arrives on first touch. */

/** Gives how far the page has moved by itself so far, as browsers score it. */
async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false) sum += Number(entry.value);
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // What has just changed is drawn first; what is buffered comes in a task of its own.
    for (let frames = 0; frames < 4; frames += 1) await frame();
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  });
}

for (const weighed of weighedPages) {
  test(`${weighed.name} does not move`, async ({ browser, context, arriveAt }) => {
    const url = await arriveAt(weighed);
    const fresh = await browser.newContext({ storageState: await context.storageState() });
    try {
      const page = await fresh.newPage();
      const transfers = trackTransfers(page);
      await page.goto(url);
      await transfers.idle();
      expect(await shiftsOf(page)).toBe(0);
      if (weighed.firstField !== null) {
        await touchForm(page, weighed.firstField);
        await transfers.idle();
        expect(await shiftsOf(page)).toBe(0);
      }
    } finally {
      await fresh.close();
    }
  });
}
