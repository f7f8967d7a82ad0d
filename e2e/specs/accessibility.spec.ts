import { findAccessibilityIssues, testedLocales } from '../fixtures/accessibility';
import { expect } from '../fixtures/journey';
import { test, walkthroughs } from '../fixtures/walkthroughs';

/*
 * Every screen in every state and language, on the narrowest of phones: what axe finds in each theme, and whether all can be read, with
 * text twice as large too, and touched. What changes the sandbox for all is looked at in accessibility.controls.spec.ts.
 */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

for (const locale of testedLocales) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const [name, walk] of Object.entries(walkthroughs)) {
      test(name, async ({ page, walker, allowConsoleError }) => {
        // A page that is not there, and a limit that was reached.
        allowConsoleError(/status of (404|429)/);
        // Many stops, each looked at several times.
        test.setTimeout(180_000);
        for await (const stop of walk(walker)) {
          expect.soft(await findAccessibilityIssues(page, stop), stop.name).toEqual([]);
        }
      });
    }
  });
}
