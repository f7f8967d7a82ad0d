import { createShop } from '../../examples/demo-shop/shop';
import { expect, test as base } from '../fixtures/journey';
import { listen } from '../fixtures/partner-frame';
import { stack } from '../fixtures/stack';

interface Shop {
  readonly url: string;
  /** Events that the shop has received by webhook, each once. */
  readonly events: { readonly event: string; readonly orderNumber: string }[];
}

const test = base.extend<{ shop: Shop }>({
  /** The demo shop of docs/partners.md. */
  shop: async ({}, use) => {
    const events: Shop['events'] = [];
    let url = '';
    const key = { keyId: 'sandbox', secret: 'sandbox-secret-of-DEMO-SHOP' };
    const server = createShop({
      backend: { address: stack.backend, partnerKey: 'DEMO-SHOP', key },
      origin: () => url,
      onEvent: (event) => events.push(event),
    });
    url = await listen(server);
    await use({ url, events });
    server.closeAllConnections();
    server.close();
  },
});

test('the demo shop: order, payment, return to the merchant and webhook @both', async ({
  page,
  shop,
  payment,
  payAtBank,
}) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(payment.total).toContainText('RM137.00');
  await expect(payment.email).toHaveValue('customer@shop.example');
  await expect(page.getByTestId('cancel')).toHaveText('Cancel and go back to Demo Shop');
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(page.getByTestId('hand-over')).toHaveText('Back to Demo Shop');
  await page.getByTestId('hand-over').click();
  await expect(page.getByTestId('handed-over')).toHaveText('successful');
  await expect(page.getByTestId('order-state')).toHaveText('paid');
  const orderNumber = await page.getByTestId('order-number').innerText();
  await expect.poll(() => shop.events).toMatchObject([{ event: 'order.paid', orderNumber }]);
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
  const refid = await startOrder(accountNumber, { partnerKey: 'PALE' });
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
