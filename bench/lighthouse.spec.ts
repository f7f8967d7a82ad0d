import { expect } from '../e2e/fixtures/journey';
import { stack } from '../e2e/fixtures/stack';
import { test as walk, ways } from '../e2e/fixtures/ways';
import { localeCookie } from '../lib/i18n/locale';
import { publicPages } from '../lib/routes';
import { findFreePort } from '../scripts/ports.mjs';
import { openLighthouse } from './lighthouse-scores';

/*
 * Every screen at its own address as Lighthouse sees it on a phone, in both languages: 100 for accessibility and for best practices, and
 * for SEO on the pages that may stand in an index. How fast a page is, is none of this: e2e/specs/page-load.spec.ts.
 */

type Lighthouse = Awaited<ReturnType<typeof openLighthouse>>;

const test = walk.extend<object, { lighthouse: Lighthouse; ordersPort: number }>({
  ordersPort: [async ({}, use) => use(await findFreePort()), { scope: 'worker' }],
  browser: [
    async ({ playwright, launchOptions, ordersPort }, use) => {
      const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${ordersPort}`];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  lighthouse: [
    async ({ browser, ordersPort }, use) => {
      expect(browser.isConnected()).toBe(true);
      const lighthouse = await openLighthouse(ordersPort);
      await use(lighthouse);
      await lighthouse.close();
    },
    { scope: 'worker' },
  ],
});

const full = { score: 100, faults: [] };

for (const [name, walkThrough] of Object.entries(ways)) {
  test(name, async ({ page, context, walker, lighthouse, allowConsoleError }) => {
    allowConsoleError(/status of (404|429)/);
    test.setTimeout(180_000);
    let looked = 0;
    for await (const { name: stop, isScreen = false } of walkThrough(walker)) {
      if (!isScreen) continue;
      looked += 1;
      const url = page.url();
      // The way goes on in the language in which it began.
      for (const locale of ['ms', 'en'] as const) {
        await context.addCookies([{ name: localeCookie, value: locale, url: stack.site }]);
        // Lighthouse does not go where there is no page.
        const isPage = stop !== 'no such page';
        if (!isPage) await page.reload();
        const scores = await lighthouse.look(url, { anew: isPage });
        const where = `${stop}, ${locale}: ${url}`;
        expect.soft(scores, where).toMatchObject({ accessibility: full, 'best-practices': full });
        if (publicPages.includes(new URL(url).pathname)) expect.soft(scores.seo, where).toEqual(full);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
      }
    }
    expect(looked).toBeGreaterThan(0);
  });
}
