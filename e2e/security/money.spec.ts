import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { resultRoutes } from '../../lib/routes';
import { expect, test } from '../fixtures/journey';
import { listen } from '../fixtures/partner-frame';
import { fpx } from '../fixtures/payments';
import { stack } from '../fixtures/stack';
import type { Sandbox } from '../fixtures/sandbox';
import type { PaymentApi } from '../fixtures/payment-api';

async function creditsOf(sandbox: Sandbox, refid: string): Promise<number> {
  return (await sandbox.ledger()).credits.filter((credit) => credit.refid === refid).length;
}

/** Approves a payment at its bank without a callback or return; returns its reference and the fields of the return. */
async function approveWithoutReport(
  wire: PaymentApi,
  accountNumber: string,
  choice: Readonly<Record<string, string>> = fpx,
) {
  const refid = await wire.createPayment(accountNumber);
  return { refid, back: await wire.pressAtBank(await wire.begin(refid, choice), 'return-only') };
}

test('row 6: a hundred concurrent returns and callbacks cause one credit', async ({ paymentApi, account, sandbox }) => {
  const { refid, back } = await approveWithoutReport(paymentApi, account('01'));
  const bring = () => [paymentApi.returnFromBank(back), paymentApi.sendCallback('fpx', back.fields)];
  expect(await Promise.all(Array.from({ length: 50 }, bring).flat())).toHaveLength(100);
  expect(await sandbox.history(refid)).toMatchObject({ state: 'paid', reviews: [] });
  expect(await creditsOf(sandbox, refid)).toBe(1);
  // And again after it is processed.
  await Promise.all(bring());
  expect(await creditsOf(sandbox, refid)).toBe(1);
});

test('row 6: a hundred concurrent callbacks of another gateway cause one credit', async ({
  paymentApi,
  account,
  sandbox,
}) => {
  const { refid, back } = await approveWithoutReport(paymentApi, account('01'), { selectedPaymentMethod: 'm2u' });
  const answers = await Promise.all(Array.from({ length: 100 }, () => paymentApi.sendCallback('m2u', back.fields)));
  expect([...new Set(answers)]).toEqual([200]);
  expect(await sandbox.history(refid)).toMatchObject({ state: 'paid', reviews: [] });
  expect(await creditsOf(sandbox, refid)).toBe(1);
});

const events = ['return', 'callback', 'enquiry'] as const;
const orders = events.flatMap((first) =>
  events
    .filter((event) => event !== first)
    .map((second) => {
      const third = events.find((event) => event !== first && event !== second);
      return [first, second, third ?? first];
    }),
);

test('row 7: return, callback and enquiry in any order cause one credit, or a review after the payer cancelled', async ({
  paymentApi,
  account,
  sandbox,
}) => {
  let index = 0;
  for (const givenUp of [false, true]) {
    for (const order of givenUp ? orders.slice(0, 3) : orders) {
      const refid = await paymentApi.createPayment(account('01', index));
      index += 1;
      const way = await paymentApi.begin(refid, fpx);
      // Cancelled before the payer approved it on the bank's page.
      if (givenUp) expect(await paymentApi.cancel(refid)).toMatchObject({ status: 'cancelled' });
      const back = await paymentApi.pressAtBank(way, 'return-only');
      for (const event of order) {
        if (event === 'return') await paymentApi.returnFromBank(back);
        if (event === 'callback') await paymentApi.sendCallback('fpx', back.fields);
        if (event === 'enquiry') await paymentApi.openOwnResult(refid);
      }
      const name = `${order.join(', ')}${givenUp ? ' after giving up' : ''}`;
      const { state, reviews } = await sandbox.history(refid);
      expect([state, reviews.length], name).toEqual(givenUp ? ['cancelled', 1] : ['paid', 0]);
      expect(await creditsOf(sandbox, refid), name).toBe(givenUp ? 0 : 1);
    }
  }
  expect((await sandbox.ledger()).balanced).toBe(true);
});

test('row 9: fifty posts of one payment form in two tabs make one attempt, and each sees the current step', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  const page = `/epayment/entry?refid=${refid}`;
  const tabs = [await visit.readForm(page, '/api/payment/pay'), await visit.readForm(page, '/api/payment/pay')];
  expect(tabs[0]?.['idempotencyKey']).not.toBe(tabs[1]?.['idempotencyKey']);
  const choice = { ...fpx, userEmailAddress: 'payer@ebill.example' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      visit.postJson('/api/payment/pay', { ...tabs[index % 10 === 0 ? 1 : 0], ...choice }),
    ),
  );
  for (const { status, answer } of answers) {
    expect([status, answer]).toEqual([200, { next: `/epayment/entry/redirect?refid=${refid}` }]);
  }
  expect((await sandbox.history(refid)).attempts).toHaveLength(1);
});

test('row 9: an idempotency key returns 422 for another body and 409 while in flight', async ({ account, request }) => {
  const key = randomUUID();
  const send = async (amount: number) => {
    const data = { accountNumber: account('01'), payOption: 'other', amount };
    const response = await request.post(`${stack.backend}/apg/transaction`, {
      data,
      headers: { 'idempotency-key': key },
    });
    return { status: response.status(), body: (await response.json()) as Record<string, unknown> };
  };
  const first = await send(1_000);
  expect(first.status).toBe(200);
  expect((await send(1_000)).body).toEqual(first.body);
  expect(await send(2_000)).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });

  // Concurrent requests with one key: a request while the first is in flight gets 409, and none executes the call again.
  const data = { accountNumber: account('02'), payOption: 'other', amount: 1_000 };
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const response = await request.post(`${stack.backend}/apg/transaction`, { data, headers });
      return {
        status: response.status(),
        ...((await response.json()) as { code?: string; transactionRefId?: string }),
      };
    }),
  );
  const made = answers.filter(({ status }) => status === 200);
  expect(new Set(made.map(({ transactionRefId }) => transactionRefId)).size).toBe(1);
  expect(answers.filter(({ status, code }) => status !== 200 && code !== 'request-in-flight')).toEqual([]);
});

test('row 10: opening a result URL does not make a payment successful', async ({
  paymentApi,
  account,
  sandbox,
  openVisit,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.begin(refid, fpx);
  const visit = await openVisit();
  for (const route of resultRoutes) {
    await visit.get(`${route}?refid=${refid}&status=successful&fpx_debitAuthCode=00&TxnStatus=0&outcome=approved`);
    const { status } = await paymentApi.readStatus(`${route}?refid=${refid}`);
    expect(['successful', 'pending-approval'], route).not.toContain(status);
  }
  expect((await sandbox.history(refid)).state).toBe('open');
  expect(await creditsOf(sandbox, refid)).toBe(0);
});

test('row 11: a GET request changes nothing, also from an image on another site', async ({
  page,
  account,
  startPayment,
  sandbox,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 40\d|ERR_BLOCKED/);
  const refid = await startPayment(account('01'));
  const addresses = [
    'payment/cancel',
    'payment/pay',
    'payment/remove-card',
    'pay-by-mobile/cancel',
    'auto-debit/enable',
  ].map(
    (action) =>
      `${stack.site}/api/${action}?refid=${refid}&selectedPaymentMethod=fpx&fpxBankID=MB2U0227&uniqueCardId=x`,
  );
  const pictures = [...addresses, `${stack.site}/cancelPayment?refid=${refid}`].map((src) => `<img src="${src}">`);
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<link rel="icon" href="data:,">${pictures.join('')}`);
  });
  const stranger = (await listen(server)).replace('127.0.0.1', 'stranger.localhost');
  await page.goto(stranger, { waitUntil: 'load' });
  server.closeAllConnections();
  server.close();
  // With the visit's own cookies too, which an image on another site does not send.
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(405);
  expect(await sandbox.history(refid)).toMatchObject({ state: 'open', attempts: [] });
});
