import { expect } from '../fixtures/journey';
import { readLayoutShift } from '../fixtures/layout-shift';
import { measurePageWeight } from '../fixtures/page-weight';
import { test, measuredPages } from '../fixtures/measured-pages';

/*
 * What a payer's browser fetches, in bytes after brotli: a page that outgrows its budget is a fault (goals and figures: docs/performance.md).
 * And nothing that a payer looks at moves by itself: not while the page loads, not when what its form needs arrives on first touch.
 */

/** The first load: of pages with a form, and of pages without. A bare page of Next and React is 115 kB. */
const firstLoadOf = (name: string) =>
  ({ payment: 151_000, home: 141_500, bill: 141_500, result: 124_000 })[name] ?? 122_000;
/** What the first touch of a form adds. */
const firstTouch = 45_000;
/** HTML and CSS together, on a first visit. */
const firstDocument = 20_000;

for (const weighed of measuredPages) {
  test(`${weighed.name} meets its weight budget and does not shift`, async ({ browser, context, arriveAt }) => {
    const url = await arriveAt(weighed);
    const { first, touch } = await measurePageWeight(browser, url, {
      firstField: weighed.firstField,
      storageState: await context.storageState(),
      onIdle: async (page) => expect.soft(await readLayoutShift(page), 'how far it has moved').toBe(0),
    });
    expect.soft(first.js.br, 'scripts of the first load').toBeLessThanOrEqual(firstLoadOf(weighed.name));
    expect.soft(first.html.br + first.css.br, 'HTML and CSS').toBeLessThanOrEqual(firstDocument);
    if (touch !== null) {
      expect.soft(touch.js.br, 'something is loaded on first touch').toBeGreaterThan(0);
      expect.soft(touch.js.br, 'scripts of the first touch').toBeLessThanOrEqual(firstTouch);
    }
  });
}
