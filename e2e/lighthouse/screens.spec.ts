import type { Page } from '@playwright/test';
import { controlledWalkthroughs, maintenance } from '../fixtures/controlled-walkthroughs';
import { expect } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { test as base, walkthroughs, type WalkthroughFixtures, type Walkthrough } from '../fixtures/walkthroughs';
import { publicPages } from '../../lib/routes';
import { connectLighthouse } from './lighthouse-scores';

/*
 * Lighthouse gives every screen 100 for accessibility and best practices on a phone, in English and Malay. It loads the English page itself, and
 * audits the SEO of those that may be indexed; the Malay page is audited as a snapshot, since how a page loads does not depend on its language, and
 * in `npm test` only of each second screen. Performance is tested in e2e/specs/page-load.spec.ts.
 */

/** Remote debugging port of the first worker's browser. */
const firstPort = Number(process.env['E2E_PORT'] ?? 3100) + 2000;

type Lighthouse = Awaited<ReturnType<typeof connectLighthouse>>;

const test = base.extend<object, { lighthouse: Lighthouse; debuggingPort: number }>({
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
      const lighthouse = await connectLighthouse(debuggingPort);
      await use(lighthouse);
      await lighthouse.close();
    },
    { scope: 'worker' },
  ],
});

const fullScore = { score: 100, failedAudits: [] };

/** For the longest walkthrough, of nine screens, on a slow machine. */
const walkthroughTimeoutMs = 300_000;

/** Audited as snapshots: Lighthouse cannot load a page with an error status, or one that navigates automatically. */
const snapshots = new Set([
  ...['not found', 'maintenance', 'gateway redirect', 'auto debit, cancel link not valid', 'receipt link not valid'],
]);

/** E2E_MATRIX=whole (`npm run test:full`) audits every state, those without their own URL as snapshots. */
const isFullRun = process.env['E2E_MATRIX'] === 'whole';

interface AuditFixtures {
  readonly page: Page;
  readonly walkthroughFixtures: WalkthroughFixtures;
  readonly lighthouse: Lighthouse;
}

async function expectFullScore(
  { page, lighthouse }: AuditFixtures,
  state: string,
  { reload }: { readonly reload: boolean },
) {
  const scores = await lighthouse.audit(page.url(), { reload });
  const { pathname } = new URL(page.url());
  expect
    .soft(scores, `${state}: ${page.url()}`)
    .toMatchObject({ accessibility: fullScore, 'best-practices': fullScore });
  if (reload && publicPages.includes(pathname)) expect.soft(scores.seo, state).toEqual(fullScore);
}

/** Audits the screens of a walkthrough, and returns their number. */
async function auditScreens(walkthrough: Walkthrough, fixtures: AuditFixtures): Promise<number> {
  const { page } = fixtures;
  let audited = 0;
  for await (const { name: state, isScreen = false } of walkthrough(fixtures.walkthroughFixtures)) {
    if (!isScreen && isFullRun) await expectFullScore(fixtures, state, { reload: false });
    if (!isScreen) continue;
    audited += 1;
    // English comes last: the walkthrough continues in it.
    for (const locale of isFullRun || audited % 2 === 1 ? (['ms', 'en'] as const) : (['en'] as const)) {
      await page.context().addCookies([{ name: 'ebill-locale', value: locale, url: stack.site }]);
      const reload = locale === 'en' && !snapshots.has(state);
      if (!reload) await page.reload({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState !== 'loading');
      await expectFullScore(fixtures, `${state}, ${locale}`, { reload });
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
    }
  }
  return audited;
}

for (const [name, walkthrough] of Object.entries(walkthroughs)) {
  test(name, async ({ page, walkthroughFixtures, lighthouse, allowConsoleError }) => {
    allowConsoleError(/status of (404|410|429)/);
    test.setTimeout(isFullRun ? 2 * walkthroughTimeoutMs : walkthroughTimeoutMs);
    expect(await auditScreens(walkthrough, { page, walkthroughFixtures, lighthouse })).toBeGreaterThan(0);
  });
}

// Sandbox controls affect all visits, so another project runs these tests after the others.
test.describe('@controls', () => {
  test.afterEach(async ({ sandbox }) => sandbox.reset());

  for (const [name, walkthrough] of Object.entries(isFullRun ? controlledWalkthroughs : { maintenance })) {
    test(name, async ({ page, walkthroughFixtures, lighthouse, allowConsoleError }) => {
      allowConsoleError(/status of 50\d/);
      test.setTimeout(walkthroughTimeoutMs);
      await auditScreens(walkthrough, { page, walkthroughFixtures, lighthouse });
    });
  }
});
