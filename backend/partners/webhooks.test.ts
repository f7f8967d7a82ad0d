import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { sandboxControl, redirectToBank, setUpTestBackend, startTestBackend, succeed } from '../test-backend.fixture';
import { createPartnerClient, orderOf, sign, startPartnerServer } from './partner-client.fixture';
import { listWebhooks, resendWebhook } from './webhook-delivery';

const backend = setUpTestBackend();
const { place, ask, cancel } = createPartnerClient(backend);

describe('webhooks', () => {
  test('report every final state, signed, with the content of order.get', async () => {
    const shop = await startPartnerServer(() => ({ status: 204 }));
    const paid = await place({ webhookURL: `${shop.url}/hook` });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId: paid.paymentId });
    const first = await redirectToBank(backend, refid);
    backend.fpx.setStatus(first.number, 'failed');
    await ask(paid.orderNumber);
    const second = await redirectToBank(backend, refid);
    backend.fpx.setStatus(second.number, 'successful');
    await ask(paid.orderNumber);
    const cancelled = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(cancelled.orderNumber);
    const expired = await place({ webhookURL: `${shop.url}/hook` });
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    await backend.jobs.runDue();
    expect(shop.events().map(({ event, orderNumber }) => [event, orderNumber])).toEqual(
      expect.arrayContaining([
        ['attempt.failed', paid.orderNumber],
        ['order.paid', paid.orderNumber],
        ['order.cancelled', cancelled.orderNumber],
        ['order.expired', expired.orderNumber],
      ]),
    );
    expect(shop.events()).toHaveLength(4);
    expect(new Set(shop.received.map(({ purpose }) => purpose))).toEqual(new Set(['webhook']));
    const told = shop.events().find(({ event }) => event === 'order.paid');
    expect(told).toMatchObject((await ask(paid.orderNumber)).body as object);
    await shop.close();
  });

  test('are retried for three days with increasing delays and the same event id, then given up and listed', async () => {
    const shop = await startPartnerServer(() => ({ status: 500 }));
    const { orderNumber } = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(orderNumber);
    await backend.jobs.runDue();
    for (let step = 0; step < 20; step += 1) await sandboxControl(backend, 'clock', { advance: 'PT4H' });
    expect(shop.received.length).toBeGreaterThan(12);
    expect(new Set(shop.received.map(({ nonce }) => nonce)).size).toBe(1);
    const state = () => listWebhooks(backend.store.db, 'DEMO-SHOP', true);
    const [webhook] = await state();
    expect(webhook).toMatchObject({
      event: 'order.cancelled',
      state: 'given up',
      lastFailure: 'the partner answered 500',
    });
    const tried = shop.received.length;
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    expect(shop.received).toHaveLength(tried);
    expect(await resendWebhook(backend.store.db, 'DEMO-SHOP', webhook!.eventId, backend.clock.now())).toBe(true);
    await backend.jobs.runDue();
    expect(shop.received).toHaveLength(tried + 1);
    await shop.close();
  });

  test('row 29: do not go to a server of our own, though its port may be registered', async () => {
    const shop = await startPartnerServer(() => ({ status: 204 }));
    const own = await startTestBackend({
      store: backend.store,
      ownServers: { hostnames: [], ports: [Number(new URL(shop.url).port)] },
    });
    const client = createPartnerClient(own);
    const body = orderOf(randomUUID(), { webhookURL: `${shop.url}/sandbox/reset` });
    expect((await client.sendOrder(body, sign(body))).code).toBe('webhook-url-not-registered');
    // An order that was taken before.
    const { orderNumber } = await place({ webhookURL: `${shop.url}/sandbox/reset` });
    await client.cancel(orderNumber);
    await own.jobs.runDue();
    expect(shop.received).toEqual([]);
    await own.app.close();
    await shop.close();
  });

  test('row 29: follow no redirect, and are not sent to an origin that is no longer registered', async () => {
    const shop = await startPartnerServer(() => ({ status: 302 }));
    const origins = (list: readonly string[]) =>
      backend.store.db
        .updateTable('partners')
        .set({ registered_origins: JSON.stringify(list) })
        .where('key', '=', 'DEMO-SHOP')
        .execute();
    const { orderNumber } = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(orderNumber);
    await backend.jobs.runDue();
    expect((await listWebhooks(backend.store.db, 'DEMO-SHOP', true))[0]).toMatchObject({
      state: 'waiting',
      lastFailure: 'the partner answered 302',
    });
    await origins([]);
    await sandboxControl(backend, 'clock', { advance: 'PT2M' });
    expect(shop.received).toHaveLength(1);
    expect((await listWebhooks(backend.store.db, 'DEMO-SHOP', true))[0]?.lastFailure).toBe(
      'the address is not registered',
    );
    await origins(['http://127.0.0.1:*', 'http://localhost:*']);
    await shop.close();
  });
});
