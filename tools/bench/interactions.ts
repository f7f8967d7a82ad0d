import type { Page, Browser } from '@playwright/test';
import type { MeasuredPage } from './journeys';

/** CPU throttling rate of the emulated phone. */
const cpuThrottlingRate = 4;
/** The minimum duration of an Event Timing entry, ms. */
const minimumDurationMs = 16;
/** Milliseconds between key presses. */
const keyDelayMs = 60;
/** Milliseconds until the browser has reported the last event. */
const reportDelayMs = 500;

export interface Interaction {
  page: 'bare' | MeasuredPage;
  name: string;
  run: (page: Page) => Promise<void>;
}

const tap = (page: Page, name: string) => page.locator(`[name="${name}"]`).first().click();

async function type(page: Page, name: string, text: string) {
  await tap(page, name);
  await page.keyboard.type(text, { delay: keyDelayMs });
}

const chooseMethod = (page: Page, value: string) =>
  page.locator(`[name="selectedPaymentMethod"][value="${value}"]`).check();

/** Waits until the browser has reported the last event. */
const awaitReports = (page: Page) => page.waitForTimeout(reportDelayMs);

/** Discards the events so far. */
async function startAgain(page: Page) {
  await awaitReports(page);
  await page.evaluate(() => Reflect.set(globalThis, 'slowestEvent', 0));
}

export const interactions: readonly Interaction[] = [
  {
    page: 'bare',
    name: 'type, send',
    async run(page) {
      await type(page, 'accountNumber', '1234567801');
      await page.locator('button[type="submit"]').click();
    },
  },
  // React hydrates the rest of the page within the first tap that follows the load at once.
  { page: 'home', name: 'first tap', run: (page) => tap(page, 'accountNumber') },
  {
    page: 'home',
    name: 'type an account number',
    async run(page) {
      await tap(page, 'accountNumber');
      await startAgain(page);
      await page.keyboard.type('1234567801', { delay: keyDelayMs });
    },
  },
  { page: 'payment', name: 'first tap', run: (page) => chooseMethod(page, 'newCard') },
  {
    page: 'payment',
    name: 'choose each method',
    async run(page) {
      await chooseMethod(page, 'newCard');
      await startAgain(page);
      const methods = page.locator('[name="selectedPaymentMethod"]');
      for (const method of await methods.all()) await method.check();
    },
  },
  {
    page: 'payment',
    name: 'type a card',
    async run(page) {
      await chooseMethod(page, 'newCard');
      await startAgain(page);
      await type(page, 'cardNumber', '4242424242424242');
      await type(page, 'cardExpiry', '1239');
      await type(page, 'cardCvv', '123');
      await type(page, 'cardName', 'AMINAH BINTI ALI');
    },
  },
  {
    page: 'payment',
    name: 'pay',
    async run(page) {
      await chooseMethod(page, 'newCard');
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
      await startAgain(page);
      await page.getByTestId('pay').click();
    },
  },
];

/** Runs in the page: records the longest duration from an event to the next paint (INP). */
function watchInteractions() {
  Reflect.set(globalThis, 'slowestEvent', 0);
  // TypeScript does not know durationThreshold.
  const eventTiming = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('interactionId' in entry) || entry.interactionId === 0) continue;
      Reflect.set(globalThis, 'slowestEvent', Math.max(Reflect.get(globalThis, 'slowestEvent'), entry.duration));
    }
  }).observe(eventTiming);
}

/** Interacts with a page in a new browser context; returns the longest duration from an event to the next paint, ms. */
export async function measureSlowestInteraction(
  browser: Browser,
  { url, cookie = '' }: { url: string; cookie?: string },
  { run }: Interaction,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  try {
    const cookies = cookie.split('; ').filter(Boolean);
    await context.addCookies(
      cookies.map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url })),
    );
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    // Forms get an empty response: navigation would discard the measurements of this page.
    await page.route('**/api/**', (route) => route.fulfill({ status: 204 }));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottlingRate });
    await page.goto(url, { waitUntil: 'networkidle' });
    await run(page);
    await awaitReports(page);
    return Math.max(minimumDurationMs, Number(await page.evaluate(() => Reflect.get(globalThis, 'slowestEvent'))));
  } finally {
    await context.close();
  }
}
