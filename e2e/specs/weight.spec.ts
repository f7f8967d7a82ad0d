import { expect } from '../fixtures/journey';
import { weighPage } from '../fixtures/page-weight';
import { test, weighedPages } from '../fixtures/weighed-pages';

/*
 * What a payer's browser fetches, in bytes after brotli: a page that outgrows its budget is a fault. Goals and figures: docs/performance.md.
 */

/** The first load of any page. */
const firstLoad = 120_000;
/** What the first touch of a form adds. */
const firstTouch = 45_000;
/** HTML and CSS together: the first round trip's worth. The payment page is above it, and is not to grow. */
const documentOf = (name: string) => (name === 'payment' ? 18_500 : 14_000);

for (const weighed of weighedPages) {
  test(`${weighed.name} keeps within its weight`, async ({ browser, context, arriveAt }) => {
    const url = await arriveAt(weighed);
    const { first, touch } = await weighPage(browser, url, weighed.firstField, await context.storageState());
    expect.soft(first.js.br, 'scripts of the first load').toBeLessThanOrEqual(firstLoad);
    expect.soft(first.html.br + first.css.br, 'HTML and CSS').toBeLessThanOrEqual(documentOf(weighed.name));
    if (touch !== null) {
      expect.soft(touch.js.br, 'something is loaded on first touch').toBeGreaterThan(0);
      expect.soft(touch.js.br, 'scripts of the first touch').toBeLessThanOrEqual(firstTouch);
    }
  });
}
