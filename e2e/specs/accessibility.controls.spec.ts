import { chooseLocale, chooseTestedLocales, findScreenIssues, isWholeMatrix } from '../fixtures/accessibility';
import { controlledWalkthroughs } from '../fixtures/controlled-walkthroughs';
import { expect } from '../fixtures/journey';
import { test } from '../fixtures/walkthroughs';

/* As accessibility.spec.ts, for states that need sandbox controls, which affect all visits: these tests run serially. */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

for (const [index, [name, walkthrough]] of Object.entries(controlledWalkthroughs).entries()) {
  for (const locale of chooseTestedLocales(index)) {
    test.describe(locale, () => {
      test.use({ locale });
      test.beforeEach(({ context, baseURL }) => chooseLocale(context, locale, baseURL));

      test.afterEach(async ({ sandbox, page }) => {
        await sandbox.reset();
        // The site's cached config is up to five seconds old.
        await expect.poll(async () => (await page.request.get('/')).status(), { timeout: 8_000 }).toBe(200);
      });

      test(name, async ({ page, walkthroughFixtures, allowConsoleError }) => {
        // The reset forgets the payment whose page still asks for its status.
        allowConsoleError(/status of (404|50\d)/);
        test.setTimeout(isWholeMatrix ? 300_000 : 90_000);
        let place = 0;
        for await (const state of walkthrough(walkthroughFixtures)) {
          expect.soft(await findScreenIssues(page, state, place), state.name).toEqual([]);
          place += 1;
        }
      });
    });
  }
}
