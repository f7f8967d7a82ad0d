import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { helpPath, resultRoutes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

test('a page responds to HEAD as to GET', async ({ request }) => {
  for (const path of ['/', '/apg/help', '/bankResultFPX']) expect((await request.head(path)).status(), path).toBe(200);
  expect((await request.head('/no/such/page')).status()).toBe(404);
});

test('/home redirects permanently to /', async ({ request }) => {
  const response = await request.get('/home', { maxRedirects: 0 });
  expect([301, 308]).toContain(response.status());
  expect(new URL(response.headers()['location'] ?? '', 'http://localhost').pathname).toBe('/');
});

test('only pages without personal content may be indexed', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${stack.site}/sitemap.xml`);
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${stack.site}/apg/help</loc>`);
  for (const path of ['/', '/apg/help?q=card'])
    expect((await request.get(path)).headers()).not.toHaveProperty('x-robots-tag');
  for (const path of ['/pay/direct/ebill', '/epayment/entry', '/bankResultFPX', '/no/such/page'])
    expect((await request.get(path)).headers(), path).toHaveProperty('x-robots-tag', 'noindex');
});

test('every resource named in a page’s head exists', async ({ page, request }) => {
  await page.goto('/');
  const urls = await page
    .locator('head')
    .locator('link[rel="icon"], link[rel="manifest"], link[rel="apple-touch-icon"], meta[property="og:image"]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href') ?? element.getAttribute('content') ?? ''),
    );
  expect(urls).toHaveLength(4);
  for (const url of urls) expect((await request.get(url)).status(), url).toBe(200);
});

for (const path of ['/apg/help', '/legal/privacy', '/legal/terms-and-conditions', '/legal/accessibility']) {
  test(`${path} is a page, paths below it are not @both`, async ({ page, allowConsoleError }) => {
    allowConsoleError(/status of 404/);
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByTestId('site-footer')).toBeVisible();
    expect((await page.goto(`${path}/more`))?.status()).toBe(404);
  });
}

test('the help page can be searched @both', async ({ page }) => {
  await page.goto('/apg/help');
  await page.getByLabel(en.help.searchLabel).fill('card declined');
  await page.getByRole('button', { name: en.help.searchSubmit }).click();
  await expect(page).toHaveURL(/\/apg\/help\?q=card\+declined$/);
  await expect(page.locator('details')).toHaveCount(1);
  await expect(page.getByText(en.help.questions.declined.answer.split('\n')[0] ?? '')).toBeVisible();
  await page.getByRole('link', { name: en.help.all }).click();
  await expect(page.locator('details')).toHaveCount(Object.keys(en.help.questions).length);
});

test('a link to an answer expands it @both', async ({ page }) => {
  await page.goto(helpPath('pending'));
  await expect(page.locator('details[open]')).toHaveCount(1);
  await expect(page.locator('#pending')).toBeInViewport();
});

for (const path of ['/nothing/here', '/pay', '/%3Cscript%3Ealert(1)%3C/script%3E', '/epayment', '/bankResult']) {
  test(`${path} shows the specified 404 page @both`, async ({ page, allowConsoleError }) => {
    allowConsoleError(/status of 404/);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('404 page Not Found for')).toBeVisible();
  });
}

for (const path of ['/apg/util/config', '/api/apg/util/config']) {
  test(`${path} returns the common config`, async ({ request }) => {
    const config = (await (await request.get(path)).json()) as Record<string, unknown>;
    expect(config).toMatchObject({
      gaEnabled: false,
      localisationStatus: true,
      payAmtLimit: 500,
      payLimitCustomerType: 'REGULAR',
      ceCustomerType: 'CE',
      isApgDown: false,
    });
  });
}

for (const route of resultRoutes) {
  test(`${route} without a payment shows session-expired @both`, async ({ page, result }) => {
    await result.open(route);
    await expect(result.status).toHaveAttribute('data-status', 'session-expired');
    await expect(page.getByText('This payment is no longer valid. Please proceed to the product page')).toBeVisible();
    await result.open(route, 'a'.repeat(26));
    await expect(result.status).toHaveAttribute('data-status', 'session-expired');
  });
}

test.describe('language', () => {
  for (const { header, locale } of [
    { header: 'ms', locale: 'ms' },
    { header: 'ms;q=0.9,en', locale: 'ms' },
    { header: 'ms-MY,ms;q=0.9', locale: 'en' },
    { header: 'en-GB,ms', locale: 'en' },
    { header: 'fr', locale: 'en' },
  ]) {
    test(`Accept-Language '${header}' is ${locale}`, async ({ request }) => {
      const html = await (await request.get('/', { headers: { 'accept-language': header } })).text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).toContain((locale === 'ms' ? ms : en).home.title);
    });
  }

  test('the payer can switch the language and stays on the page @both', async ({ page }) => {
    await page.goto('/apg/help');
    await page.locator('button[name="value"][value="ms"], button[value="ms"]').first().click();
    await expect(page).toHaveURL(/\/apg\/help$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms');
  });
});

test('a kiosk visit stays one: no page of it links elsewhere @both', async ({
  page,
  sandbox,
  payment,
  bank,
  result,
  allowConsoleError,
}) => {
  allowConsoleError(/404 \(Not Found\) .*\/no-such-page/);
  const { url } = await sandbox.createOrder({
    partnerKey: 'KIOSK',
    items: [{ name: 'Decoder', amount: 12_900 }],
    currency: 'MYR',
    charges: [],
  });
  await page.goto(url);
  const refid = await page.locator('[name="refid"]').first().inputValue();
  expect(refid).toMatch(/^KWEB/);
  /** Each link leads to the page itself or to this payment. */
  const expectNoWayOut = async () => {
    await expect(page.getByTestId('provider-logo')).toBeVisible();
    await expect(page.getByTestId('security-logo')).toHaveCount(0);
    const hrefs = await page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const href of hrefs)
      expect(href === '' || href?.startsWith('#') || href?.includes(refid), `${href}`).toBe(true);
  };
  await expectNoWayOut();
  await page.goto(`/no-such-page?refid=${refid}`);
  await expectNoWayOut();
  await page.goto(`/epayment/entry?refid=KWEB${'a'.repeat(26)}`);
  await expect(result.status).toHaveAttribute('data-status', 'session-expired');
  await expectNoWayOut();
  await page.goto(`/ulm/autodebit/register?refid=KWEB${'a'.repeat(26)}`);
  await expectNoWayOut();
  await page.goto(url);
  await payment.choosePlain('m2u');
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Decline');
  await expect(result.status).toHaveAttribute('data-status', 'failed');
  await expectNoWayOut();
  await page.getByTestId('try-again').click();
  await payment.choosePlain('m2u');
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expectNoWayOut();
});

test('a kiosk visit has the copyright line, and neither footer links nor the security logo @both', async ({
  page,
  sandbox,
}) => {
  const { url } = await sandbox.createOrder({
    partnerKey: 'KIOSK',
    items: [{ name: 'Decoder', amount: 12_900 }],
    currency: 'MYR',
    charges: [],
  });
  await page.goto(url);
  await expect(page.getByTestId('total-amount')).toContainText('RM129.00');
  await expect(page.getByTestId('security-logo')).toHaveCount(0);
  await expect(page.getByTestId('site-footer').getByRole('link')).toHaveCount(0);
  await expect(page.getByTestId('site-footer')).toContainText('©');
});

test('a direct link opens its bill, with an amount its payment @both', async ({
  page,
  sandbox,
  bill,
  payment,
  account,
}) => {
  const withoutAmount = await sandbox.createLink(account('01'), null);
  await page.goto(withoutAmount.url);
  await expect(bill.value('account-number')).toHaveText(account('01'));
  const withAmount = await sandbox.createLink(account('01'), 5000);
  await page.goto(withAmount.url);
  await payment.refid();
  await expect(payment.total).toContainText('RM50.00');
});

test('an unknown direct link shows an error @both', async ({ page }) => {
  await page.goto(`/pay/direct/ebill?refid=${'a'.repeat(26)}`);
  await expect(page.getByText(en.errors.billLink)).toBeVisible();
});

test('/pay/ebill without a bill redirects to home @both', async ({ page }) => {
  await page.goto('/pay/ebill');
  await expect(page).toHaveURL(/\/(pay\/ebill)?$/);
  await expect(page.locator('[name="accountNumber"], a[href="/"]').first()).toBeVisible();
});

test('an old service worker is unregistered on load', async ({ page }) => {
  await page.addInitScript(() => {
    const unregistered: string[] = [];
    Object.assign(window, { unregistered });
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        getRegistrations: () => Promise.resolve([{ unregister: () => Promise.resolve(unregistered.push('old') > 0) }]),
      },
    });
  });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'unregistered') as unknown)).toEqual(['old']);
});
