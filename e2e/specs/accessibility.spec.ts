import { chooseLocale, chooseTestedLocales, findScreenIssues, isWholeMatrix } from '../fixtures/accessibility';
import { expect } from '../fixtures/journey';
import { test, walkthroughs } from '../fixtures/walkthroughs';

/*
 * Checks every screen state on a narrow phone: axe in each theme, layout at 100 % and 200 % text size, and target sizes; the layout at another
 * width, and screens by HTML_CodeSniffer. The whole matrix (`npm run test:full`) has every language at every width. States that need sandbox controls
 * are in accessibility.controls.spec.ts.
 */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

for (const [index, [name, walkthrough]] of Object.entries(walkthroughs).entries()) {
  for (const locale of chooseTestedLocales(index)) {
    test.describe(locale, () => {
      test.use({ locale });
      test.beforeEach(({ context, baseURL }) => chooseLocale(context, locale, baseURL));

      test(name, async ({ page, walkthroughFixtures, allowConsoleError }) => {
        // The not-found page, a used link, and a rate limit.
        allowConsoleError(/status of (404|410|429)/);
        // Many states, each checked several times.
        test.setTimeout(isWholeMatrix ? 900_000 : 180_000);
        let place = 0;
        for await (const state of walkthrough(walkthroughFixtures)) {
          expect.soft(await findScreenIssues(page, state, place), state.name).toEqual([]);
          place += 1;
        }
      });
    });
  }
}
