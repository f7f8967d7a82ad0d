import { createServer } from 'node:http';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';

/* These tests change the clock or the common config for all visits, so they run serially. */

test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

const fpx = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };
const corporate = { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' };

test('advancing the clock by P5D cancels a pending corporate approval on the page, in the history and in the ledger', async ({
  account,
  paymentApi,
  sandbox,
  result,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.returnFromBank(
    await paymentApi.pressAtBank(await paymentApi.begin(refid, corporate), 'pending-approval'),
  );
  await result.open('/bankResultFPX', refid);
  await expect(result.status).toHaveAttribute('data-status', 'pending-approval');
  await sandbox.advanceClock('P5D');
  await expect(result.status).toHaveAttribute('data-status', 'cancelled', { timeout: 5_000 });
  await expect(result.page.getByText(en.result.cancelled.notApproved)).toBeVisible();
  expect((await sandbox.history(refid)).attempts.map(({ state }) => state)).toEqual(['cancelled']);
  const ledger = await sandbox.ledger();
  expect(ledger.balanced).toBe(true);
  expect(ledger.credits.filter((credit) => credit.refid === refid)).toEqual([]);
});

test('expired shows the specified text without an attempt, and no invitation to pay again after one', async ({
  account,
  paymentApi,
  sandbox,
}) => {
  const unattempted = await paymentApi.createPayment(account('01'));
  const abandoned = await paymentApi.createPayment(account('04'));
  await paymentApi.begin(abandoned, fpx);
  await sandbox.advanceClock('PT16M');
  const first = await paymentApi.readStatus(`/bankResultFPX?refid=${unattempted}`);
  expect([first.status, first.html.includes(en.result.expired.text)]).toEqual(['expired', true]);
  const second = await paymentApi.readStatus(`/bankResultFPX?refid=${abandoned}`);
  expect([second.status, second.html.includes(en.result.expired.text)]).toEqual(['expired', false]);
  expect(second.html).toContain(en.result.expired.unknownNext);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a failed payment invites to try again until its time has run out', async ({
      account,
      startPayment,
      payment,
      payAtBank,
      sandbox,
      result,
      page,
    }) => {
      await startPayment(account('01'));
      await payment.chooseBank('fpx', 'MB2U0227');
      await payAtBank('Decline');
      await expect(result.status).toHaveAttribute('data-status', 'failed');
      await expect(result.status).toContainText('Kindly try again or use a different payment method.');
      await expect(page.getByTestId('try-again')).toBeVisible();
      await sandbox.advanceClock('PT16M');
      await page.reload();
      await expect(result.status).toHaveAttribute('data-status', 'failed');
      await expect(page.getByTestId('try-again')).toHaveCount(0);
      await expect(result.status).not.toContainText('Kindly try again');
      await expect(result.status).toContainText('The time for this payment has run out. You can pay again.');
      await expect(page.getByTestId('pay-bill-again')).toBeVisible();
    });
  });
}

test('shows the promotion without a responseURL unless the responseCode is 318', async ({ sandbox, paymentApi }) => {
  await sandbox.configure({
    // An image that exists: pages of the next test may still use this config.
    myastroImageUrl: `${stack.site}/icon.svg`,
    myastroUrl: 'https://promotion.example/',
  });
  const payOrder = async (responseCode?: string) => {
    const { paymentId } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      ...(responseCode !== undefined && { responseCode }),
    });
    const refid = await paymentApi.findRefid(paymentId);
    await paymentApi.approveAtBank(refid);
    return async () =>
      (await paymentApi.readStatus(`/bankResultFPX?refid=${refid}`)).html.includes('data-testid="promotion"');
  };
  const [hasPromotion, hasPromotionFor318] = [await payOrder(), await payOrder('318')];
  await expect.poll(hasPromotion, { timeout: 6_000 }).toBe(true);
  expect(await hasPromotionFor318()).toBe(false);
});

test('feedback is off by default; when on, its script loads only on result pages', async ({
  account,
  page,
  paymentApi,
  sandbox,
  result,
}) => {
  const requested = new Set<string>();
  const host = createServer((request, response) => {
    requested.add(request.url ?? '');
    response.setHeader('content-type', 'text/javascript');
    response.end(`document.documentElement.dataset.feedback = window.Userback.access_token;`);
  });
  const { hostname, port } = new URL(stack.widget);
  await new Promise<void>((resolve) => host.listen(Number(port), hostname, resolve));
  const refid = await paymentApi.createPayment(account('01'));
  await result.open('/bankResultFPX', refid);
  await page.waitForLoadState('load');
  expect(await page.content()).not.toContain('Userback');

  await sandbox.configure({ isUserFeedbackEnabled: true, userbackAccessToken: '12|</script>|ab' });
  await expect(async () => {
    const response = await page.goto(`/bankResultFPX?refid=${refid}`);
    expect(response?.headers()['content-security-policy']).toContain(`connect-src 'self' ${stack.widget}`);
  }).toPass({ timeout: 6_000 });
  await expect(page.locator('html')).toHaveAttribute('data-feedback', '12|</script>|ab');
  expect([...requested]).toEqual(['/widget/v1.js']);
  requested.clear();

  const response = await page.goto(`/epayment/entry?refid=${refid}`);
  expect(response?.headers()['content-security-policy']).not.toContain(stack.widget);
  await expect(page.getByTestId('pay')).toBeVisible();
  expect([...requested]).toEqual([]);
  host.closeAllConnections();
  host.close();
});
