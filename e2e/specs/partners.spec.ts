import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test, tryCase } from '../fixtures/demo-shop';
import { stack } from '../fixtures/stack';

test('the demo shop: order, payment, return to the merchant and webhook @both', async ({
  page,
  shop,
  payment,
  payAtBank,
}) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await expect(payment.total).toContainText('RM137.00');
  await expect(payment.email).toHaveValue('customer@shop.example');
  await expect(page.getByTestId('cancel')).toHaveText('Cancel and go back to Demo Shop');
  await expect(page.getByTestId('processed-by')).toHaveText('This payment is processed by ebill for Demo Shop.');
  // The biller is paid for bills only.
  await expect(page.getByTestId('paid-to')).toHaveCount(0);
  // The shop's logo leads nowhere else.
  const logo = page.locator('span').and(page.getByTestId('provider-logo')).getByRole('img');
  await expect(logo).toHaveAccessibleName('Demo Shop');
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(logo).toHaveAccessibleName('Demo Shop');
  await expect(page.getByTestId('hand-over')).toHaveText('Back to Demo Shop');
  // The order pays no bill.
  await expect(page.getByTestId('auto-debit-offer')).toHaveCount(0);
  await page.getByTestId('hand-over').click();
  await expect(page.getByTestId('handed-over')).toHaveText('successful');
  await expect(page.getByTestId('order-state')).toHaveText('paid');
  const orderNumber = await page.getByTestId('order-number').innerText();
  await expect.poll(() => shop.events).toMatchObject([{ event: 'order.paid', orderNumber }]);
});

test('who processes an order is said where its result leads nowhere, too @both', async ({
  page,
  account,
  startOrder,
}) => {
  await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
  await expect(page.getByTestId('processed-by')).toHaveText('This payment is processed by ebill for Demo Shop.');
});

test('the demo shop: the official receipt has the shop’s logo and order number, as the result has @both', async ({
  page,
  shop,
  payment,
  payAtBank,
}) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  const orderNumber = await page.getByTestId('order-number').innerText();
  expect(orderNumber).not.toBe('');
  const logo = page.locator('span').and(page.getByTestId('provider-logo')).getByRole('img');
  const source = await logo.getAttribute('src');
  await page.getByTestId('official-receipt').click();
  await expect(page.getByTestId('receipt-issuer')).toHaveText('Demo Shop');
  await expect(page.getByTestId('receipt-order-number')).toHaveText(orderNumber);
  await expect(logo).toHaveAccessibleName('Demo Shop');
  await expect(logo).toHaveAttribute('src', source ?? 'none');
  // It is loaded: the policy of the page allows it.
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // Who has looked at the receipt is not taken to the shop.
  await page.getByTestId('back-to-result').click();
  await expect(page.getByTestId('hand-over')).toHaveText('Back to Demo Shop');
  await expect(page.getByTestId('redirect-countdown')).toHaveCount(0);
});

test('the demo shop: on a phone the first method of an order is in view on load, below its folded lines @both', async ({
  page,
  shop,
  payment,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Add to basket: Remote control' }).click();
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await expect(page.getByRole('heading', { name: 'How would you like to pay?' })).toBeInViewport({ ratio: 1 });
  const method = page.getByText('Online banking (FPX)', { exact: true });
  if (javaScriptEnabled !== false) await expect(method).toBeInViewport();
  const line = page.getByText('Remote control', { exact: true });
  await expect(line).toBeHidden();
  await page.getByText('Items (2)').click();
  await expect(line).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByText('Items (2)')).toBeHidden();
  await expect(line).toBeVisible();
  await expect(payment.total).toContainText('RM176.00');
});

test('the demo shop: the way back near the top asks whether to cancel, and leads to the shop @both', async ({
  page,
  shop,
}) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await page.getByTestId('back-to-partner').click();
  await expect(page.getByText('Nothing has been paid yet. To pay later, start again at Demo Shop.')).toBeVisible();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'cancelled');
  await page.getByTestId('hand-over').click();
  await expect(page.getByTestId('order-state')).toHaveText('cancelled');
  // A shop that is gone before its webhook holds up those of the others.
  const orderNumber = await page.getByTestId('order-number').innerText();
  await expect.poll(() => shop.events).toContainEqual({ event: 'order.cancelled', orderNumber });
});

test('the demo shop: a basket, and a vouched customer with saved cards @both', async ({ page, shop, payment }) => {
  await page.goto(shop.url);
  const total = page.getByTestId('basket-total');
  await expect(total).toHaveText('RM137.00');
  const [customer, email] = [page.getByLabel('Customer', { exact: true }), page.getByLabel('Email', { exact: true })];
  await customer.selectOption('farid');
  await email.fill('typed@shop.example');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: 'Add to basket: Remote control' }).click();
  // On a phone the basket is below the goods.
  await expect(page.getByRole('heading', { name: 'Basket', exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Add to basket: Remote control' }).click();
  await expect(page.getByRole('link', { name: 'Basket (3)' })).toHaveAttribute('href', '/#basket');
  await expect(total).toHaveText('RM215.00');
  await expect(customer).toHaveValue('farid');
  await expect(email).toHaveValue('typed@shop.example');
  // The Enter key updates the basket, and adds nothing.
  await page.getByLabel('Decoder', { exact: true }).fill('0');
  await page.getByLabel('Decoder', { exact: true }).press('Enter');
  await expect(total).toHaveText('RM86.00');
  await customer.selectOption('aminah');
  await page.getByRole('button', { name: 'Update basket' }).click();
  await expect(email).toHaveValue('aminah@shop.example');
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await expect(payment.total).toContainText('RM86.00');
  await expect(page.locator('[name="uniqueCardId"]')).toHaveCount(3);
});

test('the demo shop shows what was signed, received and verified, and its code works as it is copied', async ({
  page,
  shop,
  payment,
  payAtBank,
  runCode,
  allowConsoleError,
}) => {
  // The shop refuses the altered result.
  allowConsoleError(/status of 403/);
  const code = (name: string, step: string) =>
    page
      .locator('.step')
      .filter({ has: page.getByRole('heading', { name: step }) })
      .getByLabel(name, { exact: true });
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Show the signed request first' }).click();
  await expect(code('Signed text', 'The order')).toContainText(/^POST \/apg\/orders\s/);
  const link = page.getByRole('link', { name: 'Go to the payment page' });
  const paymentUrl = (await link.getAttribute('href')) ?? '';
  // The same order number and content is the same order: its payment page is the answer to each.
  for (const [kind, name] of [
    ['shell', 'In a terminal'],
    ['node', 'In Node'],
  ] as const) {
    expect(await runCode(kind, (await code(name, 'The order').textContent()) ?? '')).toContain(paymentUrl);
  }
  await link.click();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await page.getByTestId('hand-over').click();
  await expect(page.getByTestId('order-state')).toHaveText('paid');
  for (const [kind, name] of [
    ['shell', 'In a terminal'],
    ['node', 'In Node'],
  ] as const) {
    expect(await runCode(kind, (await code(name, 'A look-up').textContent()) ?? '')).toContain('"orderState":"paid"');
  }
  const verified = (await code('Verify it in Node', 'The customer came back').textContent()) ?? '';
  expect(await runCode('node', verified)).toContain('isValid: true');
  expect(await runCode('node', verified.replace("'successful'", "'failed'"))).toContain('isValid: false');
  const again = code('Send it to the shop again', 'The customer came back');
  expect((await runCode('shell', (await again.textContent()) ?? '')).trim()).toBe('303');

  await expect.poll(() => shop.events.length).toBe(1);
  await page.reload();
  const webhook = (await code('Verify it in Node', 'Webhook: order.paid').textContent()) ?? '';
  expect(await runCode('node', webhook)).toContain('isValid: true, isRecent: true');
  expect(await runCode('node', webhook.replace('order.paid', 'order.spent'))).toContain('isValid: false');
  const repeat = code('Send it to the shop again', 'Webhook: order.paid');
  expect((await runCode('shell', (await repeat.textContent()) ?? '')).trim()).toBe('204');
  await page.reload();
  await expect(page.getByText('It was handled before')).toBeVisible();
  expect(shop.events).toHaveLength(1);

  await page.getByRole('button', { name: 'Send it again with another status' }).first().click();
  await expect(page.getByRole('heading', { name: 'Invalid signature' })).toBeVisible();
});

test('the demo shop: calls that must be refused are refused @both', async ({ page, shop }) => {
  for (const [label, status, error] of [
    ['Changed after signing', '401', 'unsigned'],
    ['Unknown partner', '401', 'unknown-partner'],
    ['Wrong secret', '401', 'unsigned'],
    ['Old timestamp', '401', 'unsigned'],
    ['Sent twice by somebody else', '401', 'unsigned'],
    ['Result to a foreign address', '422', 'response-url-not-registered'],
  ] as const) {
    await page.goto(shop.url);
    await tryCase(page, label);
    await expect(page.getByTestId('call-status')).toHaveText(status);
    await expect(page.getByLabel('Answer', { exact: true })).toContainText(`"code": "${error}"`);
    await expect(page.getByTestId('order-state')).toHaveText('refused');
  }
});

test('the demo shop: an order is declined, or cancelled by the shop @both', async ({
  page,
  shop,
  payment,
  payAtBank,
}) => {
  await page.goto(shop.url);
  await tryCase(page, 'Cancelled by the shop');
  await expect(page.getByTestId('order-state')).toHaveText('cancelled');
  await expect(page.getByRole('link', { name: 'See its payment page' })).toBeVisible();
  const cancelled = await page.getByTestId('order-number').innerText();
  await expect.poll(() => shop.events).toContainEqual({ event: 'order.cancelled', orderNumber: cancelled });

  await page.goto(shop.url);
  await tryCase(page, 'Declined');
  const declined = await page.getByTestId('order-number').innerText();
  await page.getByRole('link', { name: 'Go to the payment page' }).click();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Decline');
  await expect.poll(() => shop.events).toContainEqual({ event: 'attempt.failed', orderNumber: declined });
  await page.goto(`${shop.url}/orders/${declined}`);
  await expect(page.getByTestId('order-state')).toHaveText('open');
  await expect(page.getByTestId('delivered')).toHaveText('no');
});

test('the pages of the demo shop are accessible, and their copy buttons copy', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
  const issues: string[] = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(shop.url);
    issues.push(...(await findAxeViolations(page)));
    await page.getByRole('button', { name: 'Show the signed request first' }).click();
    const folded = page.locator('details:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().click();
    issues.push(...(await findAxeViolations(page)));
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      issues.push(`wider than ${width}`);
  }
  expect(issues).toEqual([]);
  await page.getByRole('button', { name: 'Copy Signed text' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied: Signed text');
  const shown = await page.getByLabel('Signed text', { exact: true }).textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test('every page of a payment has the colour of its partner @both', async ({
  account,
  startOrder,
  payment,
  payByMobile,
  paymentApi,
  autoDebit,
  result,
  page,
}) => {
  const colour = ['background-color', 'rgb(255, 230, 0)'] as const;
  const accountNumber = account('01');
  const refid = await startOrder(accountNumber, { partnerKey: 'PALE', paysBill: true });
  await expect(payment.pay).toHaveCSS(...colour);
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await expect(payByMobile.sendCode).toHaveCSS(...colour);
  await payByMobile.cancel();
  await expect(page).toHaveURL(/\/cancelDCBPayment\?/);
  await expect(page.getByTestId('try-again')).toHaveCSS(...colour);
  await paymentApi.approveAtBank(refid);
  await result.open('/bankResultFPX', refid);
  const { code } = await autoDebit.requestPin(accountNumber);
  await expect(page).toHaveURL(/\/otp\/autodebit\/register\?/);
  await expect(autoDebit.verifyCode).toHaveCSS(...colour);
  await autoDebit.enterPin(code);
  await expect(page).toHaveURL(/\/ulm\/autodebit\/register\?/);
  await expect(page.getByTestId('auto-debit-card')).toHaveCSS(...colour);
});

test('row 4: the shop rejects an altered return to merchant', async ({ request, shop }) => {
  const fields = {
    orderNumber: 'shop-1',
    status: 'successful',
    amount: '100',
    keyId: 'sandbox',
    signature: 'a'.repeat(64),
  };
  expect((await request.post(`${shop.url}/result`, { form: fields })).status()).toBe(403);
});

test('a partner’s frame shows errors without third-party cookies and leaves the frame for the bank @both', async ({
  page,
  shop,
  allowConsoleError,
  javaScriptEnabled,
}) => {
  allowConsoleError(/autofocusing/);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy in a frame' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByTestId('total-amount')).toContainText('RM137.00');
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(frame.getByTestId('pay')).toBeInViewport({ ratio: 1 });
  }
  await frame.locator('[name="userEmailAddress"]').fill('not an address');
  await frame.locator('[name="selectedPaymentMethod"][value="m2u"]').check();
  await frame.getByTestId('pay').click();
  await expect(frame.getByTestId('error-summary')).toBeVisible();
  await frame.locator('[name="userEmailAddress"]').fill('customer@shop.example');
  await frame.locator('[name="selectedPaymentMethod"][value="m2u"]').check();
  await frame.getByTestId('pay').click();
  if (javaScriptEnabled === false) await frame.getByTestId('continue').click();
  await expect(page).toHaveURL((url) => url.origin === stack.banks);
});

for (const { ending, words } of [
  { ending: '40', words: /could not get your bill details/ },
  { ending: '41', words: /This account is closed/ },
  { ending: '07', words: /can no longer be paid/ },
]) {
  test(`a bill link of case ${ending} shows its error`, async ({ page, sandbox, account }) => {
    await page.goto((await sandbox.createLink(account(ending), 9_000_000)).url);
    await expect(page.getByText(words)).toBeVisible();
  });
}
