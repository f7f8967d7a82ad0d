import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@/lib/contract/calls';
import { openTestStore } from '../backend/db/test-store.fixture';
import { inTransaction } from '../backend/db/database';
import { writeMessage } from '../backend/outbox/model';
import {
  postCallback,
  redirectToBank,
  startTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { clientOf } from './named-operators.fixture';
import { createOperatorClient } from './operator-client';
import { runReviewCommand } from './review-command';
import type { ReviewEntry } from '../backend/operations/review-queue';

let backend: TestBackend;
let address: string;

beforeAll(async () => {
  backend = await startTestBackend();
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => backend.close());

const ops = (...parameters: string[]) =>
  runReviewCommand(createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey }), parameters);
const list = async () => (await ops()) as readonly ReviewEntry[];

async function holdMoney(): Promise<string> {
  const { refid, number } = await redirectToBank(backend);
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful');
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  return refid;
}

test('lists money held for review until a named operator applies it to its order', async () => {
  const refid = await holdMoney();
  const [entry, ...others] = await list();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ refid, amount: 13_878, reason: 'attempt-ended', whose: 'fpx' });
  const id = entry!.id;
  const aisyah = await clientOf(backend, address, 'aisyah');
  const decide = (...parameters: string[]) => runReviewCommand(aisyah, parameters);
  await expect(decide('apply', id)).rejects.toThrow('npm run ops -- review');
  await expect(decide('apply', id, '--reason', ' ')).rejects.toThrow('reason');
  await expect(decide('apply', 'money-999', '--reason', 'wanted')).rejects.toThrow('no such entry');
  await expect(ops('apply', id, '--reason', 'wanted')).rejects.toThrow('a named operator');
  await expect(decide('close', id, '--note', 'refunded')).rejects.toThrow('review return');
  expect(await decide('apply', id, '--reason', 'wanted')).toEqual({ applied: id });
  expect(await list()).toEqual([]);
  expect(await statusOf(backend, refid)).toBe('successful');
});

test('returns held money by a refund', async () => {
  const refid = await holdMoney();
  const [entry] = await list();
  const badrul = await clientOf(backend, address, 'badrul');
  const returned = await runReviewCommand(badrul, ['return', entry!.id, '--reason', 'not wanted']);
  expect(returned).toMatchObject({ returning: entry!.id, state: 'manual' });
  const { refund } = returned as { readonly refund: string };
  const refunds = await list();
  expect(refunds).toMatchObject([
    { reason: 'manual: no-refunds-at-gateway', refid, amount: 13_878, reference: refund },
  ]);
  expect(await statusOf(backend, refid)).toBe('review');
  await backend.store.db.deleteFrom('refunds').execute();
});

test('lists a webhook whose delivery failed permanently until it is delivered, or an operator closes it with a note', async () => {
  const { refid } = await redirectToBank(backend);
  const webhook = {
    ...{ event: 'order.paid', partner_key: 'DEMO-SHOP', order_refid: refid, url: 'https://shop.example/hook' },
    ...{ body: '{}', created_at: new Date(), last_failure: 'no answer', delivered_at: null, given_up_at: new Date() },
  };
  const add = (eventId: string) =>
    backend.store.db
      .insertInto('webhooks')
      .values({ ...webhook, event_id: eventId })
      .returning('id')
      .executeTakeFirstOrThrow();
  const delivered = await add('event-that-is-delivered');
  expect(await list()).toMatchObject([
    { id: `webhook-${delivered.id}`, refid, whose: 'DEMO-SHOP', reason: 'no answer' },
  ]);
  await backend.store.db
    .updateTable('webhooks')
    .set({ delivered_at: new Date() })
    .where('id', '=', delivered.id)
    .execute();
  expect(await list()).toEqual([]);

  const id = `webhook-${(await add('event-that-is-closed')).id}`;
  await expect(ops('close', id)).rejects.toThrow('npm run ops -- review');
  await expect(ops('close', id, '--note', ' ')).rejects.toThrow('note');
  const closings = await Promise.allSettled(Array.from({ length: 8 }, () => ops('close', id, '--note', 'told them')));
  expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await list()).toEqual([]);
  const history = await backend.store.db
    .selectFrom('payment_history')
    .select(['state', 'moved_by', 'detail'])
    .where('order_refid', '=', refid)
    .where('state', '=', 'review-closed')
    .execute();
  expect(history).toEqual([{ state: 'review-closed', moved_by: 'operator', detail: `${id}: told them` }]);
  const actions = await backend.store.db.selectFrom('operator_actions').selectAll().where('subject', '=', id).execute();
  expect(actions).toMatchObject([{ operator: 'shared key', action: 'review-closed', reason: 'told them' }]);
});

test('lists a message undelivered for three days, without its text, until a start delivers it', async () => {
  const store = await openTestStore();
  let status = 503;
  const service = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  service.unref();
  const messagesUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const settings = { store, sandbox: null, messagesUrl, operatorKey: testOperatorKey };
  const failing = await startTestBackend(settings);
  const listOf = async ({ app }: TestBackend): Promise<unknown> =>
    (await app.inject({ url: '/operator/review', headers: { authorization: `Bearer ${testOperatorKey}` } })).json();

  await inTransaction(store.db, async (trx) => {
    const now = failing.clock.now();
    await writeMessage(trx, { kind: 'receipt', recipient: 'payer@example.com', text: 'Paid', code: null }, now);
    await writeMessage(trx, { kind: 'otp', recipient: '60121234567', text: 'PIN 123456', code: '123456' }, now);
  });
  for (let day = 0; day < 3; day += 1) {
    await failing.jobs.runDue();
    expect(await listOf(failing)).toEqual([]);
    failing.clock.offsetMs += 24 * 60 * 60_000;
  }
  await failing.jobs.runDue();
  const waiting = await listOf(failing);
  expect(waiting).toMatchObject([{ reason: 'not delivered', whose: 'receipt', reference: 'payer@example.com' }]);
  expect(JSON.stringify(waiting)).not.toMatch(/Paid|123456/);
  expect(await store.db.selectFrom('jobs').selectAll().where('kind', '=', 'deliver-message').execute()).toEqual([]);
  await failing.jobs.stop();

  status = 200;
  const delivering = await startTestBackend(settings);
  delivering.clock.offsetMs = failing.clock.offsetMs;
  await delivering.jobs.runDue();
  expect(await listOf(delivering)).toEqual([]);
  await failing.app.close();
  await delivering.close();
  service.closeAllConnections();
  service.close();
});
