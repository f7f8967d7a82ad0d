import type { Page } from '@playwright/test';
import { controlledWalkthroughs, maintenance } from '../../e2e/fixtures/controlled-walkthroughs';
import { expect } from '../../e2e/fixtures/journey';
import { stack } from '../../e2e/fixtures/stack';
import {
  test as walk,
  walkthroughs,
  type WalkthroughFixtures,
  type Walkthrough,
} from '../../e2e/fixtures/walkthroughs';
import { localeCookie } from '../../lib/i18n/locale';
import { publicPages } from '../../lib/routes';
import { findFreePort } from '../start/ports.mjs';
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

/**
 * Lighthouse does not go where the answer is not a page, and waits where a page goes on by itself: these are loaded by ourselves, and looked
 * at as they stand.
 */
const loadedByUs = new Set(['no such page', 'maintenance', 'hand-over to a bank']);

/** By E2E_MATRIX=whole (`npm run test:full`) what its address does not bring back is looked at too, as it stands. */
const isWhole = process.env['E2E_MATRIX'] === 'whole';

interface Visit {
  readonly page: Page;
  readonly walker: WalkthroughFixtures;
  readonly lighthouse: Lighthouse;
}

async function expectFull({ page, lighthouse }: Visit, stop: string, { anew }: { readonly anew: boolean }) {
  const scores = await lighthouse.look(page.url(), { anew });
  const { pathname } = new URL(page.url());
  expect.soft(scores, `${stop}: ${page.url()}`).toMatchObject({ accessibility: full, 'best-practices': full });
  if (anew && publicPages.includes(pathname)) expect.soft(scores.seo, stop).toEqual(full);
}

/** Goes a way, and gives how many screens were looked at. */
async function lookAlong(walkThrough: Walkthrough, visit: Visit): Promise<number> {
  const { page } = visit;
  let looked = 0;
  for await (const { name: stop, isScreen = false } of walkThrough(visit.walker)) {
    if (!isScreen && isWhole) await expectFull(visit, stop, { anew: false });
    if (!isScreen) continue;
    looked += 1;
    // The way goes on in the language in which it began.
    for (const locale of ['ms', 'en'] as const) {
      await page.context().addCookies([{ name: localeCookie, value: locale, url: stack.site }]);
      const anew = !loadedByUs.has(stop);
      if (!anew) await page.reload({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState !== 'loading');
      await expectFull(visit, `${stop}, ${locale}`, { anew });
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
    }
  }
  return looked;
}

for (const [name, walkThrough] of Object.entries(walkthroughs)) {
  test(name, async ({ page, walker, lighthouse, allowConsoleError }) => {
    allowConsoleError(/status of (404|429)/);
    test.setTimeout(isWhole ? 360_000 : 180_000);
    expect(await lookAlong(walkThrough, { page, walker, lighthouse })).toBeGreaterThan(0);
  });
}

// They change the sandbox for all: a project of its own plays them when the others have ended.
test.describe('@controls', () => {
  test.afterEach(async ({ sandbox }) => sandbox.reset());

  for (const [name, walkThrough] of Object.entries(isWhole ? controlledWalkthroughs : { maintenance })) {
    test(name, async ({ page, walker, lighthouse, allowConsoleError }) => {
      allowConsoleError(/status of 50\d/);
      test.setTimeout(180_000);
      await lookAlong(walkThrough, { page, walker, lighthouse });
    });
  }
});
