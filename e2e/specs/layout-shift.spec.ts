import type { Page } from '@playwright/test';
import { expect } from '../fixtures/journey';
import { test, weighedPages } from '../fixtures/weighed-pages';

/* Nothing that a payer looks at moves by itself: not while the page loads, not when what its form needs arrives on first touch. */

async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
              sum += Number(entry.value);
          }
        };
        const observer = new PerformanceObserver(add);
        observer.observe({ type: 'layout-shift', buffered: true });
        // What is buffered comes with the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

for (const weighed of weighedPages) {
  test(`${weighed.name} does not move`, async ({ browser, context, viewport, arriveAt }) => {
    const url = await arriveAt(weighed);
    const fresh = await browser.newContext({ viewport, storageState: await context.storageState() });
    const page = await fresh.newPage();
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page)).toBe(0);
    if (weighed.firstField !== null) {
      await page.locator(weighed.firstField).first().focus();
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toBe(0);
    }
    await fresh.close();
  });
}
