import { chooseLocale, findAccessibilityIssues, testedLocales } from '../fixtures/accessibility';
import { expect } from '../fixtures/journey';
import { test, walkthroughs } from '../fixtures/walkthroughs';

/*
 * Checks every screen state on a narrow phone: axe in each theme, layout at 100 % and 200 % text size, and target sizes. States that need sandbox
 * controls are in accessibility.controls.spec.ts.
 */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

for (const locale of testedLocales) {
  test.describe(locale, () => {
    test.use({ locale });
    test.beforeEach(({ context, baseURL }) => chooseLocale(context, locale, baseURL));

    for (const [name, walkthrough] of Object.entries(walkthroughs)) {
      test(name, async ({ page, walkthroughFixtures, allowConsoleError }) => {
        // The not-found page, and a rate limit.
        allowConsoleError(/status of (404|429)/);
        // Many states, each checked several times.
        test.setTimeout(180_000);
        for await (const state of walkthrough(walkthroughFixtures)) {
          expect.soft(await findAccessibilityIssues(page, state), state.name).toEqual([]);
        }
      });
    }
  });
}
