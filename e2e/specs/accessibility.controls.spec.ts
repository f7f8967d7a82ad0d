import { chooseLocale, findAccessibilityIssues, testedLocales } from '../fixtures/accessibility';
import { controlledWalkthroughs } from '../fixtures/controlled-walkthroughs';
import { expect } from '../fixtures/journey';
import { test } from '../fixtures/walkthroughs';

/* As accessibility.spec.ts, for states that need sandbox controls, which affect all visits: these tests run serially. */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

for (const locale of testedLocales) {
  test.describe(locale, () => {
    test.use({ locale });
    test.beforeEach(({ context, baseURL }) => chooseLocale(context, locale, baseURL));

    test.afterEach(async ({ sandbox, page }) => {
      await sandbox.reset();
      // The site's cached config is up to five seconds old.
      await expect.poll(async () => (await page.request.get('/')).status(), { timeout: 8_000 }).toBe(200);
    });

    for (const [name, walkthrough] of Object.entries(controlledWalkthroughs)) {
      test(name, async ({ page, walkthroughFixtures, allowConsoleError }) => {
        allowConsoleError(/status of 50\d/);
        test.setTimeout(90_000);
        for await (const state of walkthrough(walkthroughFixtures)) {
          expect.soft(await findAccessibilityIssues(page, state), state.name).toEqual([]);
        }
      });
    }
  });
}
