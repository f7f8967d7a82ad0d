import { expect } from '../fixtures/journey';
import { openWithScriptsHeld } from '../fixtures/held-scripts';
import { readLayoutShift } from '../fixtures/layout-shift';
import { measurePageWeight } from '../fixtures/page-weight';
import { test, measuredPages } from '../fixtures/measured-pages';

/*
 * Weight budgets in bytes after Brotli (goals and measurements: docs/performance.md), and no layout shift: neither while a page loads nor while code
 * loads on the first interaction.
 */

/** Budget for the scripts of the first load. A bare page of Next and React has 115 kB. */
const firstLoadBudget = (name: string) =>
  ({ payment: 157_800, home: 143_400, bill: 145_600, result: 127_600 })[name] ?? 120_500;
/** Budget for scripts that load on the first interaction with a form. */
const interactionBudget = 45_000;
/** Budget for HTML and CSS together, on a first visit. */
const documentBudget = 20_000;

for (const page of measuredPages) {
  test(`${page.name} meets its weight budget and does not shift`, async ({ browser, context, navigateTo }) => {
    const url = await navigateTo(page);
    const { first, touch: onInteraction } = await measurePageWeight(browser, url, {
      firstField: page.firstField,
      storageState: await context.storageState(),
      onIdle: async (opened) => expect.soft(await readLayoutShift(opened), 'layout shift').toBe(0),
    });
    expect.soft(first.js.br, 'scripts of the first load').toBeLessThanOrEqual(firstLoadBudget(page.name));
    expect.soft(first.html.br + first.css.br, 'HTML and CSS').toBeLessThanOrEqual(documentBudget);
    if (onInteraction !== null) {
      expect.soft(onInteraction.js.br, 'scripts load on the first interaction').toBeGreaterThan(0);
      expect.soft(onInteraction.js.br, 'scripts of the first interaction').toBeLessThanOrEqual(interactionBudget);
    }
  });
}

for (const page of measuredPages) {
  test(`hydration moves nothing at the end of ${page.name}`, async ({ browser, context, navigateTo }) => {
    const url = await navigateTo(page);
    const visit = await browser.newContext({ storageState: await context.storageState() });
    const opened = await visit.newPage();
    const releaseScripts = await openWithScriptsHeld(opened, url);
    const readPlaces = () =>
      opened.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return Array.from(document.querySelectorAll<HTMLElement>('main :is(input, select, button, a)'), (element) => {
          const { top, left } = element.getBoundingClientRect();
          return element.checkVisibility() ? [element.id || element.innerText, Math.round(top), Math.round(left)] : [];
        }).filter((place) => place.length > 0);
      });
    await opened.locator('footer').waitFor();
    await opened.evaluate(() => document.fonts.ready);
    const before = await readPlaces();
    await releaseScripts();
    expect(await readPlaces()).toEqual(before);
    await visit.close();
  });
}
