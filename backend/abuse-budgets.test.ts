import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { logLineLimits } from '@/lib/telemetry/log/json-log';
import { sandboxSecretOf } from '../sandbox/services/partners';
import { maxMailsPerDay } from './outbox/delivery';
import { writeMessage } from './outbox/model';
import { partnerCallLimit } from './partners/authentication';
import { readBudgets } from '@/lib/domain/abuse-budgets.fixture';
import { maxResends, maxTries, maxMessagesPerDay } from './one-time-codes/service';
import { maxCustomerChecks } from './partners/customer-token';
import { createPartnerClient, orderOf, sign, startPartnerServer } from './partners/partner-client.fixture';
import { attemptLimit } from './payments/initiate';
import { inTransaction } from './db/database';
import {
  createPayment,
  fpxRequest,
  payByFpx,
  postCallback,
  sandboxControl,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from './test-backend.fixture';

const backend = setUpTestBackend();
const { sendOrder, place } = createPartnerClient(backend);

/** Calls that a partner has made, one a tenth of a second, the latest now. */
async function addCalls(partnerKey: string, count: number): Promise<void> {
  await sql`insert into partner_nonces (partner_key, nonce, seen_at)
    select ${partnerKey}, 'earlier-' || n, now() - n * interval '99 milliseconds' from generate_series(1, ${count}) n`.execute(
    backend.store.db,
  );
}

test('abuse budget: 6,000 signed calls of a partner in ten minutes, orders and links alike', async () => {
  expect(partnerCallLimit).toEqual({ maximum: 6_000, withinMs: 600_000 });
  await addCalls('DEMO-SHOP', 5_999);
  const order = orderOf(randomUUID());
  expect((await sendOrder(order, sign(order))).status).toBe(200);
  const next = orderOf(randomUUID());
  const refused = await sendOrder(next, sign(next));
  expect(refused).toMatchObject({ status: 429, code: 'rate-limited' });
  expect((refused.body as { retryAfter: number }).retryAfter).toBeGreaterThan(0);
  const rows = await backend.store.db.selectFrom('partner_nonces').select('nonce').execute();
  expect(rows).toHaveLength(6_000);
});

test('abuse budget: calls without a valid signature leave no rows, and count for no partner', async () => {
  const order = orderOf(randomUUID());
  for (let index = 0; index < 50; index += 1) await sendOrder(order, sign(order, { secret: 'wrong' }));
  const rows = await backend.store.db.selectFrom('partner_nonces').select('nonce').execute();
  expect(rows).toEqual([]);
  await addCalls('PALE', 6_000);
  expect((await sendOrder(order, sign(order))).status).toBe(200);
  const pale = { ...orderOf(randomUUID()), partnerKey: 'PALE' };
  expect((await sendOrder(pale, sign(pale, { secret: sandboxSecretOf('PALE') }))).code).toBe('rate-limited');
});

test('abuse budget: 30 attempts at a payment in an hour reach a gateway', async () => {
  expect(attemptLimit).toEqual({ maximum: 30, withinMs: 3_600_000 });
  const { paymentId } = await place({ deadline: new Date(Date.now() + 86_400_000).toISOString() });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  backend.fpx.beginning = 'unreachable';
  const begin = jest.spyOn(backend.fpx, 'begin');
  const codes: (string | null)[] = [];
  for (let index = 0; index < 40; index += 1)
    codes.push((await send(backend, calls['payment.init'], fpxRequest(refid))).code);
  expect(begin).toHaveBeenCalledTimes(30);
  expect(codes.slice(30)).toEqual(Array.from({ length: 10 }, () => 'rate-limited'));
  await sandboxControl(backend, 'clock', { advance: 'PT1H' });
  backend.fpx.beginning = 'redirect';
  expect((await send(backend, calls['payment.init'], fpxRequest(refid))).status).toBe(200);
});

test('abuse budget: a partner that does not answer is asked 20 times about an order’s customer', async () => {
  const shop = await startPartnerServer(() => ({ status: 500 }));
  const { db } = backend.store;
  await db
    .updateTable('partners')
    .set({ token_check_url: `${shop.url}/token` })
    .where('key', '=', 'DEMO-SHOP')
    .execute();
  const { paymentId } = await place({ customer: { accountNumber: '2234567809', token: 'session' } });
  for (let index = 0; index < 30; index += 1) await succeed(backend, calls['payment.page'], { paymentId });
  await shop.close();
  expect(shop.received).toHaveLength(20);
});

test('abuse budget: 100 e-mails to one mailbox in a day, however it is spelled; further ones wait, and are not lost', async () => {
  expect(maxMailsPerDay).toBe(100);
  const now = backend.clock.now();
  const message = { kind: 'receipt', text: 'Paid', code: null } as const;
  for (let index = 0; index < 130; index += 1) {
    const recipient = index % 2 === 0 ? `Payer+${index}+a@example.com` : 'payer@Example.com';
    await inTransaction(backend.store.db, (trx) => writeMessage(trx, { ...message, recipient }, now));
  }
  const countDelivered = async () => {
    const query = backend.store.db.selectFrom('outbox').select('id').where('delivered_at', 'is not', null);
    return (await query.execute()).length;
  };
  await backend.jobs.runDue();
  // Four are delivered at a time.
  expect(await countDelivered()).toBeLessThanOrEqual(104);
  await sandboxControl(backend, 'clock', { advance: 'PT12H' });
  expect(await countDelivered()).toBeLessThanOrEqual(104);
  await sandboxControl(backend, 'clock', { advance: 'PT13H' });
  expect(await countDelivered()).toBe(130);
});

test('abuse budget: one receipt and one reminder by e-mail for a payment', async () => {
  const refid = await payByFpx(backend);
  const number = backend.fpx.begun.at(-1)?.order.number ?? '';
  for (let index = 0; index < 20; index += 1) {
    await postCallback(backend, { number, status: 'successful' });
    await statusOf(backend, refid);
    await send(backend, calls['autodebit.remind'], { refid });
  }
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const rows = await backend.store.db.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(rows.map(({ kind }) => kind)).toEqual(['receipt', 'reminder']);
});

test('abuse budget: a rejected callback leaves no rows', async () => {
  const refid = await createPayment(backend);
  const { db } = backend.store;
  const count = async () => {
    const tables = ['payment_history', 'jobs', 'outbox', 'idempotency_keys', 'webhooks', 'reviews'] as const;
    const lists = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return lists.map((rows) => rows.length);
  };
  const before = await count();
  for (let index = 0; index < 50; index += 1) {
    const payload = new URLSearchParams({ fpx_sellerExOrderNo: `${refid}${index}`, fpx_checkSum: 'AB' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await backend.app.inject({ method: 'POST', url: '/callbacks/fpx', payload, headers });
    expect(answer.statusCode).toBe(404);
  }
  expect(await count()).toEqual(before);
});

test('docs/security.md states the figures of the backend', () => {
  const stated = Object.fromEntries(readBudgets().map(({ name, figure }) => [name, figure]));
  const minutes = (ms: number) => ms / 60_000;
  expect(stated).toMatchObject({
    attemptLimit: `${attemptLimit.maximum} in ${minutes(attemptLimit.withinMs) / 60} h`,
    partnerCallLimit: `${partnerCallLimit.maximum.toLocaleString('en')} in ${minutes(partnerCallLimit.withinMs)} min`,
    maxMailsPerDay: `${maxMailsPerDay} in 1 day`,
    maxMessagesPerDay: `${maxMessagesPerDay} in 1 day`,
    maxResends: `${1 + maxResends}, a minute apart`,
    maxTries: String(maxTries),
    maxCustomerChecks: String(maxCustomerChecks),
    ordinary: `${logLineLimits.ordinary} in 1 min`,
    requests: `${logLineLimits.requests.toLocaleString('en')} in 1 min`,
  });
});
