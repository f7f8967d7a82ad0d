import type { Page } from '@playwright/test';
import { controlledWalkthroughs, maintenance } from '../fixtures/controlled-walkthroughs';
import { expect } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { test as walk, walkthroughs, type WalkthroughFixtures, type Walkthrough } from '../fixtures/walkthroughs';
import { publicPages } from '../../lib/routes';
import { openLighthouse } from './lighthouse-scores';

/*
 * Lighthouse gives every screen 100 for accessibility and best practices on a phone, in both languages, and for SEO on pages that may be
 * indexed. Performance is tested in e2e/specs/page-load.spec.ts.
 */

/** Ports at which the workers' browsers are controlled. */
const firstPort = Number(process.env['E2E_PORT'] ?? 3100) + 2000;

type Lighthouse = Awaited<ReturnType<typeof openLighthouse>>;

const test = walk.extend<object, { lighthouse: Lighthouse; debuggingPort: number }>({
  debuggingPort: [async ({}, use, { parallelIndex }) => use(firstPort + parallelIndex), { scope: 'worker' }],
  browser: [
    async ({ playwright, launchOptions, debuggingPort }, use) => {
      const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${debuggingPort}`];
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  lighthouse: [
    async ({ browser, debuggingPort }, use) => {
      expect(browser.isConnected()).toBe(true);
      const lighthouse = await openLighthouse(debuggingPort);
      await use(lighthouse);
      await lighthouse.close();
    },
    { scope: 'worker' },
  ],
});

const full = { score: 100, faults: [] };

/** Lighthouse cannot open a page with an error status, and waits where a page navigates by itself: these are audited as snapshots. */
const snapshots = new Set(['no such page', 'maintenance', 'hand-over to a bank']);

/** With E2E_MATRIX=whole (`npm run test:full`) screens without their own address are audited, too, as snapshots. */
const isWhole = process.env['E2E_MATRIX'] === 'whole';

interface Visit {
  readonly page: Page;
  readonly walker: WalkthroughFixtures;
  readonly lighthouse: Lighthouse;
}

async function expectFull({ page, lighthouse }: Visit, stop: string, { reopens }: { readonly reopens: boolean }) {
  const scores = await lighthouse.audit(page.url(), { reopens });
  const { pathname } = new URL(page.url());
  expect.soft(scores, `${stop}: ${page.url()}`).toMatchObject({ accessibility: full, 'best-practices': full });
  if (reopens && publicPages.includes(pathname)) expect.soft(scores.seo, stop).toEqual(full);
}

/** Audits the screens of a journey, and returns their number. */
async function auditJourney(walkThrough: Walkthrough, visit: Visit): Promise<number> {
  const { page } = visit;
  let audited = 0;
  for await (const { name: stop, isScreen = false } of walkThrough(visit.walker)) {
    if (!isScreen && isWhole) await expectFull(visit, stop, { reopens: false });
    if (!isScreen) continue;
    audited += 1;
    // English comes last: the journey continues in it.
    for (const locale of ['ms', 'en'] as const) {
      await page.context().addCookies([{ name: 'ebill-locale', value: locale, url: stack.site }]);
      const reopens = !snapshots.has(stop);
      if (!reopens) await page.reload({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState !== 'loading');
      await expectFull(visit, `${stop}, ${locale}`, { reopens });
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
    }
  }
  return audited;
}

for (const [name, walkThrough] of Object.entries(walkthroughs)) {
  test(name, async ({ page, walker, lighthouse, allowConsoleError }) => {
    allowConsoleError(/status of (404|429)/);
    test.setTimeout(isWhole ? 360_000 : 180_000);
    expect(await auditJourney(walkThrough, { page, walker, lighthouse })).toBeGreaterThan(0);
  });
}

// They change the sandbox for everyone, so another project runs them after the others.
test.describe('@controls', () => {
  test.afterEach(async ({ sandbox }) => sandbox.reset());

  for (const [name, walkThrough] of Object.entries(isWhole ? controlledWalkthroughs : { maintenance })) {
    test(name, async ({ page, walker, lighthouse, allowConsoleError }) => {
      allowConsoleError(/status of 50\d/);
      test.setTimeout(180_000);
      await auditJourney(walkThrough, { page, walker, lighthouse });
    });
  }
});
