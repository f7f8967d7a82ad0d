import type { Page } from '@playwright/test';
import { stack } from '../fixtures/stack';
import { checkCoverage, covers } from './coverage';
import { expect, expectWordsIn, order, test, textOf } from './fixtures';

/* Screens and routes. */

const unknownRefid = 'a'.repeat(26);

test(covers('2.1.1', '2.1.2'), async ({ openVisit, read }) => {
  const visit = await openVisit();
  for (const path of ['/', '/apg/help', '/legal/terms-and-conditions', '/bankResultMBB', '/cancelPayment']) {
    expect((await visit.get(path)).status(), path).toBe(200);
  }
  for (const language of ['en', 'ms'] as const) {
    expect(await read('/', language)).toMatch(/<input[^>]*\sname="accountNumber"/);
  }
});

test(covers('2.1.3', '2.1.5'), async ({ page, startPayment, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('01'));
  await expect(page).toHaveURL('/pay/ebill');
  await expect(bill.value('account-number')).toHaveText(account('01'));
  const refid = await startPayment(account('01', 1));
  await expect(page).toHaveURL(`/epayment/entry?refid=${refid}`);
  await page.goto(`/epayment/entry/anything?refid=${refid}`);
  await expect(page.getByTestId('pay')).toBeVisible();
});

test(covers('2.1.4'), async ({ page, sandbox, bill, account }) => {
  const { url } = await sandbox.createLink(account('01'), null);
  expect(new URL(url).pathname).toBe('/pay/direct/ebill');
  await page.goto(url);
  await expect(bill.value('account-number')).toHaveText(account('01'));
});

test(covers('2.1.6'), async ({ page, startPayment, payment, payByMobile, account }) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await expect(page).toHaveURL(/\/view\/dcb\b/);
  await expect(payByMobile.sendCode).toBeVisible();
  const { search } = new URL(page.url());
  await page.goto(`/view/dcb/anything${search}`);
  await expect(payByMobile.sendCode).toBeVisible();
});

test(covers('2.1.7', '2.1.8'), async ({ page, paymentApi, result, autoDebit, account }) => {
  const refid = await paymentApi.payAtBank(account('01'));
  await result.open('/bankResultFPX', refid);
  const { code } = await autoDebit.requestPin(account('01'));
  await expect(page).toHaveURL(/\/otp\/autodebit\/register\b/);
  await autoDebit.enterPin(code);
  await expect(page).toHaveURL(/\/ulm\/autodebit\/register\b/);
  await expect(autoDebit.cardNumber).toBeVisible();
  for (const path of ['/otp/autodebit/register/anything', '/ulm/autodebit/register/anything']) {
    expect((await page.request.get(`${path}?refid=${refid}`)).status(), path).toBe(200);
  }
});

for (const [id, route] of [
  ['2.1.9', '/bankResultMBB'],
  ['2.1.10', '/bankResultAMB'],
  ['2.1.11', '/dcb/view/bankResult'],
  ['2.1.12', '/bankResultMBBCASA'],
  ['2.1.13', '/bankResultFPX'],
  ['2.1.14', '/cancelPayment'],
  ['2.1.15', '/cancelDCBPayment'],
  ['2.1.16', '/blacklisted'],
  ['2.1.17', '/processed'],
  ['2.1.18', '/ewallet/view/bankResult'],
  ['2.1.19', '/bankResultEGHL'],
] as const) {
  test(covers(id), async ({ read, paymentApi, account }) => {
    const refid = await paymentApi.payAtBank(account('01'));
    for (const language of ['en', 'ms'] as const) {
      const html = await read(`${route}?refid=${refid}`, language);
      expect(html).toContain('data-testid="payment-status"');
      expect(html).toContain('data-status="successful"');
      expect(textOf(html).includes('Payment Successful'), language).toBe(language === 'en');
    }
  });
}

test(covers('2.1.20'), async ({ openVisit }) => {
  const response = await (await openVisit()).get('/home');
  expect(response.status()).toBeGreaterThanOrEqual(301);
  expect(response.status()).toBeLessThanOrEqual(308);
  expect(new URL(response.headers()['location'] ?? '', stack.site).pathname).toBe('/');
});

for (const [id, path] of [
  ['2.1.21', '/apg/help'],
  ['2.1.22', '/legal/terms-and-conditions'],
] as const) {
  test(covers(id), async ({ openVisit }) => {
    const visit = await openVisit();
    expect((await visit.get(path)).status()).toBe(200);
    for (const other of [`${path}/more`, `${path}more`, path.slice(0, -1)]) {
      expect((await visit.get(other)).status(), other).toBe(404);
    }
  });
}

test(covers('2.1.23'), async ({ openVisit, read }) => {
  const visit = await openVisit();
  for (const path of ['/nothing', '/nothing/here', '/pay', '/epayment', '/bankResult', '/Home']) {
    expect((await visit.get(path)).status(), path).toBe(404);
    expect(textOf(await read(path))).toContain(`404 page Not Found for ${path}`);
    const malay = textOf(await read(path, 'ms'));
    expect(malay).toContain(path);
    expectWordsIn(malay, 'ms', '404 page Not Found for');
  }
});

/** Returns whether something on the page has this colour, as the browser computes it. */
const usesColour = (page: Page, colour: string) =>
  page.evaluate(
    (expected) =>
      [...document.querySelectorAll('body *')].some((element) => {
        const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
        return backgroundColor === expected || (borderTopWidth !== '0px' && borderTopColor === expected);
      }),
    colour,
  );

for (const [id, path] of [
  ['2.2.1', '/epayment/entry'],
  ['2.2.2', '/cancelPayment'],
  ['2.2.3', '/bankResultFPX'],
  ['2.2.4', '/blacklisted'],
  ['2.2.5', '/processed'],
] as const) {
  test(covers(id), async ({ page, sandbox, paymentApi }) => {
    const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP' });
    const refid = await paymentApi.findRefid(paymentId);
    if (id !== '2.2.1') await paymentApi.approveAtBank(refid);
    await page.goto(`${path}?refid=${refid}`);
    await expect(page.getByTestId('provider-logo').locator('img')).toBeVisible();
    // It has been loaded, not only named.
    const width = () =>
      page
        .getByTestId('provider-logo')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    expect(await usesColour(page, 'rgb(11, 110, 79)')).toBe(true);
    expect(await usesColour(page, 'rgb(230, 0, 125)')).toBe(false);
    await page.goto('/');
    expect(await usesColour(page, 'rgb(230, 0, 125)')).toBe(true);
  });
}

test(covers('2.3.1', '2.3.2', '2.3.7', '2.3.10'), async ({ read, paymentApi, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  const paths = ['/', '/apg/help', '/legal/terms-and-conditions', '/nothing', '/bankResultMBB', '/view/dcb'];
  for (const path of [...paths, `/epayment/entry?refid=${refid}`]) {
    for (const language of ['en', 'ms'] as const) {
      const html = await read(path, language);
      for (const name of ['provider-logo', 'security-logo', 'site-footer']) {
        expect(html, path).toContain(`data-testid="${name}"`);
      }
      const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
      expect(footer, path).toContain('href="/apg/help"');
      expect(footer, path).toContain('href="/legal/terms-and-conditions"');
      expect(footer, path).toContain('©');
    }
  }
});

test(covers('2.3.3', '2.3.8', '2.3.9'), async ({ read, sandbox, paymentApi }) => {
  const kiosk = await sandbox.createOrder({ ...order, partnerKey: 'KIOSK' });
  expect(kiosk.paymentId).toMatch(/^KK/);
  const refid = await paymentApi.findRefid(kiosk.paymentId);
  expect(refid).toMatch(/^KWEB/);
  for (const path of [
    `/epayment/entry?refid=${refid}`,
    `/bankResultMBB?refid=${refid}`,
    `/bankResultMBB?paymentId=${kiosk.paymentId}`,
    '/bankResultMBB?paymentId=KK1',
    '/apg/help?refid=KWEB1',
    '/apg/help?paymentId=KK1',
  ]) {
    const html = await read(path);
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
    expect(footer, path).not.toContain('href="/apg/help"');
    expect(footer, path).not.toContain('href="/legal/terms-and-conditions"');
    expect(footer, path).toContain('©');
    expect(html, path).not.toContain('data-testid="security-logo"');
  }
  for (const path of ['/apg/help?refid=WEBK', '/apg/help?paymentId=WEBKK']) {
    expect(await read(path)).toMatch(/<footer.*href="\/apg\/help".*<\/footer>/s);
  }
});

test(
  covers('2.3.4', '2.3.5', '2.3.6'),
  { tag: '@controls' },
  async ({ page, configure, sandbox, paymentApi, result }) => {
    const values = { myastroImageUrl: `${stack.site}/icon.svg`, myastroUrl: 'https://promotion.example/offer' };
    await configure(values);
    const promotion = page.getByTestId('promotion');
    const openResult = async (fields: Readonly<Record<string, unknown>>) => {
      const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP', ...fields });
      await result.open('/bankResultFPX', await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId)));
      await expect(result.status).toHaveAttribute('data-status', 'successful');
    };
    for (const fields of [{}, { responseURL: '' }, { responseURL: null }]) {
      await openResult(fields);
      await expect(promotion).toHaveAttribute('href', values.myastroUrl);
      await expect(promotion.locator('img')).toHaveAttribute('src', values.myastroImageUrl);
    }
    await openResult({ responseCode: '00' });
    await expect(promotion).toBeVisible();
    await openResult({ responseURL: 'http://127.0.0.1:9/result' });
    await expect(promotion).toHaveCount(0);
    await openResult({ responseCode: '318' });
    await expect(promotion).toHaveCount(0);
  },
);

test(covers('2.3.11'), async ({ request, startSite }) => {
  // A backend that has never answered.
  const site = await startSite((incoming) => incoming.destroy());
  const response = await request.get(site.url);
  expect(response.status()).toBe(503);
  const html = await response.text();
  expect(html).toContain('data-testid="loading"');
  expect(html).not.toContain('name="accountNumber"');
});

test(covers('2.3.12', '2.3.13'), { tag: '@controls' }, async ({ configure, openVisit, read }) => {
  await configure({ isApgDown: true });
  const visit = await openVisit();
  for (const path of ['/', '/apg/help', '/bankResultMBB', `/epayment/entry?refid=${unknownRefid}`]) {
    expect(await (await visit.get(path)).text(), path).toContain('data-testid="maintenance"');
    const text = textOf(await read(path));
    expect(text).toContain('Site Under Maintenance');
    expect(text).toContain(
      'Sorry for the inconvenience. We are currently completing crucial upgrades and maintenance and will be back soon.',
    );
    const malay = await read(path, 'ms');
    expect(malay).toContain('data-testid="maintenance"');
    for (const words of ['Site Under Maintenance', 'Sorry for the inconvenience']) {
      expectWordsIn(textOf(malay), 'ms', words);
    }
    for (const html of [await read(path), malay]) expect(html).toContain('data-testid="site-footer"');
  }
  await configure({ isApgDown: false });
  expect(await read('/')).toContain('name="accountNumber"');
});

test(covers('2.3.14'), async ({ page }) => {
  await page.addInitScript(() => {
    const unregistered: string[] = [];
    const worker = { unregister: () => Promise.resolve(unregistered.push('old') > 0) };
    Object.assign(window, { unregistered });
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistrations: () => Promise.resolve([worker]) },
    });
  });
  for (const path of ['/', '/bankResultMBB']) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'unregistered') as unknown)).toEqual(['old']);
  }
});

checkCoverage(2);
