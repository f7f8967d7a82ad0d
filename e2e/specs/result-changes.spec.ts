import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';

/* Automatic changes of the result screen: its status updates, and it returns the payer to the merchant. */

const fpx = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };

for (const outcome of ['successful', 'failed'] as const) {
  test(`a pending payment settled as ${outcome} shows it within 5 s @both`, async ({
    account,
    paymentApi,
    sandbox,
    result,
  }) => {
    const refid = await paymentApi.createPayment(account('01'));
    await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'leave-pending'));
    await result.open('/bankResultFPX', refid);
    await expect(result.status).toHaveAttribute('data-status', 'pending');
    await expect(result.page.getByText(en.result.pending.next)).toBeVisible();
    await sandbox.settle(refid, outcome);
    await expect(result.status).toHaveAttribute('data-status', outcome, { timeout: 5_000 });
    // The updated page offers the same as a newly opened one.
    if (outcome === 'successful') await expect(result.page.getByTestId('auto-debit-offer')).toBeVisible();
    if (outcome === 'failed') {
      await result.page.getByTestId('try-again').click();
      await expect(result.page).toHaveURL(new RegExp(`/epayment/entry\\?refid=${refid}$`));
      await expect(result.page.getByTestId('pay')).toBeVisible();
    }
  });
}

test('a changed result is reloaded once, even when that is slow', async ({
  page,
  account,
  paymentApi,
  sandbox,
  result,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'leave-pending'));
  await result.open('/bankResultFPX', refid);
  await expect(result.status).toHaveAttribute('data-status', 'pending');
  let documents = 0;
  await page.route('**/bankResultFPX?*', async (route) => {
    documents += 1;
    // Longer than the polling interval.
    await pause(6_000);
    await route.continue();
  });
  await sandbox.settle(refid, 'successful');
  await expect(result.status).toHaveAttribute('data-status', 'successful', { timeout: 20_000 });
  expect(documents).toBe(1);
});

test('there is still something to do once the posting is in review, also before the page is opened again', async ({
  page,
  account,
  paymentApi,
  result,
}) => {
  const refid = await paymentApi.createPayment(account('13'));
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'approve'));
  await result.open('/bankResultFPX', refid);
  const next = page.getByText(en.result.successful.next);
  await expect(next).toBeVisible();
  await page.route('**/api/payment/status?*', async (route) => {
    await route.fulfill({ json: { status: 'successful', posting: { status: 'review', receiptNumber: null } } });
  });
  await expect(page.getByTestId('posting-status')).toHaveAttribute('data-status', 'review');
  await expect(next).toBeHidden();
});

test('offline, "Check again" keeps the result, which changes when the browser is online again', async ({
  page,
  account,
  paymentApi,
  sandbox,
  result,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'leave-pending'));
  await result.open('/bankResultFPX', refid);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: en.result.checkAgain }).click();
  await expect(page.getByText(en.result.noConnection)).toBeVisible();
  await expect(result.status).toHaveAttribute('data-status', 'pending');
  await sandbox.settle(refid, 'successful');
  await page.context().setOffline(false);
  await expect(result.status).toHaveAttribute('data-status', 'successful', { timeout: 20_000 });
});

test('a press of Pay for what another tab has paid says that it charged nothing', async ({
  page,
  account,
  startPayment,
  payment,
  paymentApi,
  result,
}) => {
  const refid = await startPayment(account('01'));
  await paymentApi.approveAtBank(refid);
  await payment.fillCard({ number: '5555 5555 5555 4444' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(page.getByTestId('paid-already')).toHaveText(en.result.paidAlready);
});

/** A partner's server that records what browsers post to it. */
async function startPartner() {
  const posted: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') posted.push(new URLSearchParams(body));
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Thank you</h1>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`,
    posted,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.describe('an order with a responseURL', () => {
  test('is returned to the merchant by a form post: after a countdown that can be paused, by a button without scripts @both', async ({
    page,
    sandbox,
    payment,
    result,
    javaScriptEnabled,
  }) => {
    const partner = await startPartner();
    const { url } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      responseURL: partner.url,
      responseCode: '00',
    });
    await page.goto(url);
    await payment.fillCard({ number: '4242 4242 4242 4242' });
    await payment.pay.click();
    await expect(result.status).toHaveAttribute('data-status', 'successful');
    await expect(page.getByTestId('promotion')).toHaveCount(0);
    const countdown = page.getByTestId('redirect-countdown');
    if (javaScriptEnabled === false) {
      await expect(countdown).toBeHidden();
      await page.getByTestId('hand-over').click();
    } else {
      await expect(page.getByText(en.result.doNotRefresh)).toBeVisible();
      await expect(page.getByRole('button', { name: en.result.pauseRedirect })).toBeVisible();
      await expect(countdown).toContainText('seconds');
    }
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 });
    expect(partner.posted).toHaveLength(1);
    expect(Object.fromEntries(partner.posted[0] ?? [])).toMatchObject({
      status: 'successful',
      amount: '12900',
      currency: 'MYR',
      responseCode: '00',
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    partner.close();
  });

  test('of a payer who stays does not return them when its payment is approved', async ({
    page,
    sandbox,
    paymentApi,
    result,
  }) => {
    const partner = await startPartner();
    const { paymentId } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      responseURL: partner.url,
    });
    const refid = await paymentApi.findRefid(paymentId);
    const corporate = { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' };
    await paymentApi.pressAtBank(await paymentApi.begin(refid, corporate), 'pending-approval');
    await result.open('/bankResultFPX', refid);
    // It counts down: it is hydrated.
    await expect(page.getByTestId('redirect-countdown')).toContainText(/[1-9] seconds/);
    await page.getByRole('button', { name: en.result.pauseRedirect }).click();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await sandbox.settle(refid, 'successful');
    await expect(result.status).toHaveAttribute('data-status', 'successful');
    await expect(page.getByTestId('redirect-countdown')).toHaveText(en.result.redirectPaused);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    partner.close();
  });

  test('is returned to the merchant after a payment by presentment code, too', async ({
    page,
    sandbox,
    paymentApi,
    payment,
    result,
  }) => {
    const partner = await startPartner();
    const { url, paymentId } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      responseURL: partner.url,
    });
    await page.goto(url);
    await payment.choosePlain('duitnowQr');
    await payment.pay.click();
    await expect(page.getByTestId('duitnow-qr')).toBeVisible();
    await sandbox.settle(await paymentApi.findRefid(paymentId), 'successful');
    await expect(result.status).toHaveAttribute('data-status', 'successful');
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 20_000 });
    expect(partner.posted).toHaveLength(1);
    // A payer who returns to read the receipt is not redirected again.
    await page.goBack();
    await expect(page.getByRole('button', { name: en.result.resumeRedirect })).toBeVisible();
    partner.close();
  });

  test('of a payment in progress is returned to the merchant once the payer was told where to look @both', async ({
    page,
    sandbox,
    payment,
    payAtBank,
    result,
    javaScriptEnabled,
  }) => {
    const partner = await startPartner();
    const { url } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      responseURL: partner.url,
    });
    await page.goto(url);
    await payment.chooseBank('fpx', 'MB2U0227');
    await payAtBank('Leave pending');
    await expect(result.status).toHaveAttribute('data-status', 'pending');
    await expect(page.getByText(en.result.updatesUntilReturn)).toBeVisible();
    const countdown = page.getByTestId('redirect-countdown');
    if (javaScriptEnabled === false) {
      await expect(countdown).toBeHidden();
      await page.getByTestId('hand-over').click();
    } else {
      await expect(countdown).toContainText('seconds');
    }
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 });
    expect(partner.posted.map((fields) => fields.get('status'))).toEqual(['pending']);
    partner.close();
  });
});
