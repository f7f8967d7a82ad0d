import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/** Goals in kB (1000 bytes) after brotli 11: the first load of any page, what the first touch of its form adds, and HTML with CSS. */
const goals = { firstLoad: 120, firstTouch: 45, document: 14, style: 14 } as const;

/** Collects what a page fetches, by kind, compressed as a server of built files does. */
function weigh(page: Page) {
  const kB = { script: 0, stylesheet: 0, document: 0 };
  const reading: Promise<void>[] = [];
  let underWay = 0;
  page.on('request', () => (underWay += 1));
  page.on('requestfinished', () => (underWay -= 1));
  page.on('requestfailed', () => (underWay -= 1));
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return;
    if (response.status() >= 300) return;
    const add = async () => {
      const { length } = brotliCompressSync(await response.body());
      kB[kind] += length / 1000;
    };
    reading.push(add());
  });
  return {
    async read() {
      // A page is idle once: what a touch asks for later is counted by hand.
      await page.waitForLoadState('networkidle');
      await expect.poll(() => underWay).toBe(0);
      await Promise.all(reading);
      return { ...kB };
    },
    forget() {
      kB.script = kB.stylesheet = kB.document = 0;
    },
  };
}

/** Cold: a browser that has been on no other page of ours. */
async function weighPage(page: Page, path: string, firstField: string) {
  const scale = weigh(page);
  await page.goto(path);
  const first = await scale.read();
  scale.forget();
  const asked = page.waitForResponse((response) => response.request().resourceType() === 'script');
  await page.locator(firstField).first().focus();
  await asked;
  const touch = await scale.read();
  const figures = {
    page: path.replace(/\?.*/, ''),
    firstLoad: first.script,
    firstTouch: touch.script,
    document: first.document,
    style: first.stylesheet,
  };
  console.log(
    Object.entries(figures)
      .map(([name, value]) => (typeof value === 'number' ? `${name} ${value.toFixed(1)} kB` : value))
      .join('  '),
  );
  expect(touch.script, 'something is loaded on first touch').toBeGreaterThan(0);
  for (const name of ['firstLoad', 'firstTouch', 'document', 'style'] as const)
    expect.soft(figures[name], name).toBeLessThanOrEqual(goals[name]);
}

test('home', ({ page }) => weighPage(page, '/', '[name="accountNumber"]'));

test('payment', async ({ browser, account, startPayment }) => {
  const refid = await startPayment(account('01'));
  const context = await browser.newContext({ baseURL: stack.site });
  const page = await context.newPage();
  await weighPage(page, `/epayment/entry?refid=${refid}`, '[name="userEmailAddress"]');
  const scale = weigh(page);
  await page.locator('[name="selectedPaymentMethod"][value="newCard"]').check();
  await page.locator('[name="cardNumber"]').focus();
  const { script } = await scale.read();
  console.log(`/epayment/entry  to encrypt a card ${script.toFixed(1)} kB`);
  await context.close();
});
