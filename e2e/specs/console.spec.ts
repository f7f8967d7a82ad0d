import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/* What the console shows without changing the sandbox for others. */

test('the console filters payments by forms of its own @both', async ({ account, paymentApi, page }) => {
  const accountNumber = account('01');
  const paid = await paymentApi.payAtBank(accountNumber);
  const open = await paymentApi.createPayment(accountNumber, 1000);
  await page.goto(`${stack.backend}/sandbox/console/payments`);
  // The window is a phone’s.
  await page.getByText('More filters').click();
  await page.getByLabel('Account', { exact: true }).fill(accountNumber);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Status', { exact: true }).selectOption('successful');
  await page.getByLabel('Method', { exact: true }).selectOption('fpx');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows).toHaveText([new RegExp(paid)]);
  await expect(page.getByRole('heading', { name: /^Found for account \d{10}, status successful/ })).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('open');
  await page.getByLabel('Method', { exact: true }).selectOption('any');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows).toHaveText([new RegExp(open)]);
});

test('row 66: the console shows an e-mail as HTML, and nothing in it can run or load @both', async ({
  account,
  paymentApi,
  page,
  allowConsoleError,
}) => {
  const to = `console-${account('01')}@ebill.example`;
  await paymentApi.payAtBank(account('01'), to);
  await page.goto(`${stack.backend}/sandbox/console/messages`);
  await page.getByLabel('Sent to').fill(to);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const mail = page.getByRole('main').getByRole('listitem').getByRole('link').nth(1);
  await expect(async () => {
    await page.reload();
    await expect(mail).toContainText('RM', { timeout: 500 });
  }).toPass();
  await mail.click();
  const frame = page.frameLocator('iframe[title="The e-mail as HTML"]');
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('auto-generated')).toBeVisible();
  const [text, headers] = [
    page.getByRole('region', { name: 'As text' }),
    page.getByRole('region', { name: 'Headers' }),
  ];
  const { y = 0, height = 0 } = (await text.boundingBox()) ?? {};
  expect(((await headers.boundingBox())?.y ?? 0) - (y + height)).toBeCloseTo(16, 0);
  const address = page.url();

  // The same document with what an attacker would have in it, under the headers of the console.
  allowConsoleError(/Content Security Policy|sandboxed/);
  // A request that the policy refuses is reported, too, and ends before it could be routed.
  const loaded: string[] = [];
  await page.route('https://evil.example/**', (route) => {
    loaded.push(route.request().url());
    return route.abort();
  });
  const refused = new Map<string, string | undefined>();
  page.on('requestfailed', (request) => refused.set(request.url(), request.failure()?.errorText));
  await page.route(`${address}/html`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `<body><h1>Hostile</h1><script>document.body.append('ran'); top.location = 'https://evil.example/'</script>
        <img src="https://evil.example/pixel.png" onerror="document.body.append('ran')">
        <style>@import 'https://evil.example/style.css'; h1 { background: url(https://evil.example/back.png) }</style></body>`,
    });
  });
  await page.reload();
  await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible();
  await expect(frame.locator('body')).not.toContainText('ran');
  await expect
    .poll(() => Object.fromEntries(refused))
    .toEqual({
      'https://evil.example/pixel.png': 'csp',
      'https://evil.example/style.css': 'csp',
      'https://evil.example/back.png': 'csp',
    });
  expect(loaded).toEqual([]);
  expect(page.url()).toBe(address);
});

test('the console copies a value, and says so', async ({ account, paymentApi, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.backend });
  const refid = await paymentApi.createPayment(account('01'));
  await page.goto(`${stack.backend}/sandbox/console/payments/${refid}`);
  await page.getByRole('button', { name: 'Copy refid' }).click();
  await expect(page.locator('#copied')).toHaveText('Copied: refid');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(refid);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy paymentId' }).click();
  await expect(page.locator('#copied')).toContainText('Selected: paymentId');
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^\w+$/);
});

test('the console has no dead buttons without scripts @both', async ({ page, javaScriptEnabled }) => {
  await page.goto(`${stack.backend}/sandbox`);
  const buttons = page.getByRole('button', { name: /^Copy/ });
  if (javaScriptEnabled === false) await expect(buttons).toHaveCount(0);
  else expect(await findAxeViolations(page)).toEqual([]);
});
