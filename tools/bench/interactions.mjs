/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('./payer-steps.mjs').PlacedPage} PlacedPage */

/** How many times slower than this machine the phone is. */
const slowdown = 4;
/** What is quicker than this the browser does not tell, ms. */
export const quickest = 16;
/** Between two keys of one who types quickly, ms. */
const keyMs = 60;
/** Until the browser has told of what was done last, ms. */
const tellMs = 500;

/**
 * @typedef {object} Series
 * @property {string} page
 * @property {string} name
 * @property {(page: Page) => Promise<void>} act
 */

/** @param {Page} page @param {string} name @param {string} text */
async function type(page, name, text) {
  await page.locator(`[name="${name}"]`).first().click();
  await page.keyboard.type(text, { delay: keyMs });
}

/** @param {Page} page @param {string} value */
const choose = (page, value) => page.locator(`[name="selectedPaymentMethod"][value="${value}"]`).check();

/** What a payer does, page by page. @type {readonly Series[]} */
export const series = [
  {
    page: 'bare',
    name: 'type, send',
    async act(page) {
      await type(page, 'accountNumber', '1234567801');
      await page.locator('button[type="submit"]').click();
    },
  },
  { page: 'home', name: 'type an account number', act: (page) => type(page, 'accountNumber', '1234567801') },
  {
    page: 'payment',
    name: 'choose each method',
    async act(page) {
      const methods = page.locator('[name="selectedPaymentMethod"]');
      for (const method of await methods.all()) await method.check();
    },
  },
  {
    page: 'payment',
    name: 'type a card',
    async act(page) {
      await choose(page, 'newCard');
      await type(page, 'cardNumber', '4242424242424242');
      await type(page, 'cardExpiry', '1239');
      await type(page, 'cardCvv', '123');
      await type(page, 'cardName', 'AMINAH BINTI ALI');
    },
  },
  {
    page: 'payment',
    name: 'pay',
    async act(page) {
      await choose(page, 'newCard');
      for (const [name, value] of [
        ['cardNumber', '4242424242424242'],
        ['cardExpiry', '12/39'],
        ['cardCvv', '123'],
        ['cardName', 'AMINAH BINTI ALI'],
        ['userEmailAddress', 'payer@ebill.example'],
      ]) {
        await page
          .locator(`[name="${name}"]`)
          .first()
          .fill(value ?? '');
      }
      await page.evaluate(() => Reflect.set(globalThis, 'slowestAnswer', 0));
      await page.getByTestId('pay').click();
    },
  },
];

/** Runs in the page: keeps the longest time from something done to the next paint. */
function watchInteractions() {
  Reflect.set(globalThis, 'slowestAnswer', 0);
  // TypeScript does not know the threshold, below which nothing is told.
  const eventTiming = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('interactionId' in entry) || entry.interactionId === 0) continue;
      Reflect.set(globalThis, 'slowestAnswer', Math.max(Reflect.get(globalThis, 'slowestAnswer'), entry.duration));
    }
  }).observe(eventTiming);
}

/**
 * Does a series on a page that was just opened, in a browser that has been nowhere, on a slow processor.
 *
 * @param {Browser} browser
 * @param {{ url: string, cookie?: string }} placed
 * @param {Series} wanted
 * @returns {Promise<number>} the longest time from something done to the paint that shows it, ms; `quickest` where each was quicker
 */
export async function findSlowestAnswer(browser, { url, cookie = '' }, { act }) {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  try {
    const cookies = cookie.split('; ').filter(Boolean);
    await context.addCookies(
      cookies.map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url })),
    );
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    // What is sent is answered with nothing: the page that was asked for would take this one's figures with it.
    await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'networkidle' });
    await act(page);
    await page.waitForTimeout(tellMs);
    return Math.max(quickest, Number(await page.evaluate(() => Reflect.get(globalThis, 'slowestAnswer'))));
  } finally {
    await context.close();
  }
}
