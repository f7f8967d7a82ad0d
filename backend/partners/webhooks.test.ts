import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import {
  postCallback,
  postReturn,
  sandboxControl,
  redirectToBank,
  setUpTestBackend,
  startTestBackend,
  succeed,
} from '../test-backend.fixture';
import { sandboxSecretOf } from '../../sandbox/services/partners';
import { createPartnerClient, orderOf, sign, startPartnerServer, startSilentServer } from './partner-client.fixture';
import { listWebhooks, resendWebhook } from './webhook-delivery';

const backend = setUpTestBackend();
const { place, ask, cancel, sendOrder } = createPartnerClient(backend);

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

  describe('of an order whose money may be held at its deadline', () => {
    const advance = async (by: string) => {
      await sandboxControl(backend, 'clock', { advance: by });
      await backend.jobs.runDue();
    };

    const shops: Awaited<ReturnType<typeof startPartnerServer>>[] = [];
    afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.close())));

    async function startShop() {
      const shop = await startPartnerServer(() => ({ status: 204 }));
      shops.push(shop);
      return shop;
    }

    async function redirectCustomer(url: string) {
      const order = await place({ webhookURL: `${url}/hook` });
      const { refid } = await succeed(backend, calls['payment.page'], { paymentId: order.paymentId });
      return { ...order, ...(await redirectToBank(backend, refid)) };
    }

    const eventsOf = (shop: Awaited<ReturnType<typeof startPartnerServer>>) => shop.events().map(({ event }) => event);

    /** What the bank reports at the deadline, and the state of the attempt then. */
    const unknowns = {
      'pending at its bank': async (number: string) => backend.fpx.setStatus(number, 'pending'),
      'at a bank that cannot be asked': async () => void (backend.fpx.isReachable = false),
      authorised: async (number: string) => {
        backend.fpx.setStatus(number, 'pending');
        await backend.store.db
          .updateTable('attempts')
          .set({ state: 'authorised' })
          .where('number', '=', number)
          .execute();
      },
    };

    test.each(Object.entries(unknowns))('%s: report nothing until it is known', async (_name, makeUnknown) => {
      for (const [status, expected] of [
        ['successful', ['order.paid']],
        ['failed', ['attempt.failed', 'order.expired']],
      ] as const) {
        const shop = await startShop();
        const { number } = await redirectCustomer(shop.url);
        await makeUnknown(number);
        await advance('PT16M');
        await advance('PT16M');
        expect(eventsOf(shop)).toEqual([]);
        backend.fpx.isReachable = true;
        backend.fpx.setStatus(number, status);
        await advance('P1D');
        expect(eventsOf(shop).toSorted()).toEqual(expected);
      }
    });

    test('approved after all: report the payment, and never that nothing was paid', async () => {
      const shop = await startShop();
      const { number, orderNumber } = await redirectCustomer(shop.url);
      await postReturn(backend, backend.fpx.sign(number, 'cancelled'));
      backend.fpx.setStatus(number, 'successful');
      await postCallback(backend, backend.fpx.sign(number, 'successful'));
      await advance('PT16M');
      await advance('P1D');
      expect(eventsOf(shop)).toEqual(['attempt.cancelled', 'order.paid']);
      expect((await ask(orderNumber)).body).toMatchObject({ status: 'successful' });
    });

    test('of another amount: report the review, and not that the attempt ended unpaid', async () => {
      const shop = await startShop();
      const { number } = await redirectCustomer(shop.url);
      backend.fpx.setStatus(number, 'successful', 5_000);
      await postCallback(backend, backend.fpx.sign(number, 'successful', 5_000));
      await advance('PT16M');
      expect(eventsOf(shop)).toEqual(['order.review']);
    });

    test.each([
      ['paid otherwise', 13_878, 'order.paid'],
      ['with money in review', 5_000, 'order.review'],
    ] as const)('not approved after five days: report no end of an order %s', async (_what, amount, event) => {
      const shop = await startShop();
      const { number, refid } = await redirectCustomer(shop.url);
      await postReturn(backend, backend.fpx.sign(number, 'cancelled'));
      const second = await redirectToBank(backend, refid, 'PBB0233');
      backend.fpx.setStatus(second.number, 'pending-approval');
      await postReturn(backend, backend.fpx.sign(second.number, 'pending-approval'));
      backend.fpx.setStatus(number, 'successful', amount);
      await postCallback(backend, backend.fpx.sign(number, 'successful', amount));
      await advance('P5DT1H');
      expect(eventsOf(shop)).toEqual(['attempt.cancelled', event]);
    });
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
    const log = await backend.store.db.selectFrom('webhook_tries').select('failure').execute();
    expect(log).toEqual(Array(tried).fill({ failure: 'the partner answered 500' }));
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    expect(shop.received).toHaveLength(tried);
    expect(await resendWebhook(backend.store.db, 'DEMO-SHOP', webhook!.eventId, backend.clock.now())).toBe(true);
    await backend.jobs.runDue();
    expect(shop.received).toHaveLength(tried + 1);
    await shop.close();
  });

  describe('of a partner whose server never answers', () => {
    /** Orders of the partner PROFILE, whose webhooks go to an address. */
    async function cancelOrders(url: string, count: number): Promise<void> {
      for (let order = 0; order < count; order += 1) {
        const body = orderOf(randomUUID(), { partnerKey: 'PROFILE', webhookURL: `${url}/hook` });
        expect((await sendOrder(body, sign(body, { secret: sandboxSecretOf('PROFILE') }))).status).toBe(200);
        expect((await cancel(body.orderNumber, 'PROFILE')).status).toBe(200);
      }
    }
    const undelivered = () => listWebhooks(backend.store.db, 'PROFILE', true);
    const tried = async () => (await undelivered()).filter(({ tries }) => tries > 0).length;

    test('row 50: wait two at a time, while those of other partners are delivered, and then pause', async () => {
      const silent = await startSilentServer();
      const shop = await startPartnerServer(() => ({ status: 204 }));
      await cancelOrders(silent.url, 12);
      const { orderNumber } = await place({ webhookURL: `${shop.url}/hook` });
      await cancel(orderNumber);
      const isDone = backend.jobs.runDue();
      await Promise.all([silent.connected(2), shop.requested]);
      expect(shop.events()).toMatchObject([{ event: 'order.cancelled', orderNumber }]);
      expect(silent.connections()).toBe(2);
      silent.hangUp();
      await isDone;
      expect(await undelivered()).toHaveLength(12);
      expect(await tried()).toBe(2);
      await backend.jobs.runDue();
      expect(silent.connections()).toBe(2);
      await silent.close();
      await shop.close();
    });

    test('row 50: are tried more and more rarely, and all delivered when it answers again', async () => {
      await sandboxControl(backend, 'reset');
      const shop = await startPartnerServer(() => ({ status: 204 }));
      await shop.close();
      await cancelOrders(shop.url, 12);
      await backend.jobs.runDue();
      const afterFirst = await tried();
      expect(await undelivered()).toContainEqual(expect.objectContaining({ lastFailure: 'no answer (ECONNREFUSED)' }));
      expect(afterFirst).toBeLessThanOrEqual(2);
      for (let minute = 0; minute < 60; minute += 1) await sandboxControl(backend, 'clock', { advance: 'PT1M' });
      const tries = (await undelivered()).reduce((sum, webhook) => sum + webhook.tries, 0);
      // Pauses of 10, 20, 40 seconds and so on, of 15 minutes at most: nine within the hour.
      expect(tries).toBeLessThanOrEqual(2 * 10);
      expect(tries).toBeGreaterThanOrEqual(5);
      const again = await startPartnerServer(() => ({ status: 204 }), Number(new URL(shop.url).port));
      await sandboxControl(backend, 'clock', { advance: 'PT6H' });
      expect(await undelivered()).toEqual([]);
      expect(again.received).toHaveLength(12);
      await again.close();
    });

    test('row 50: are given up after three days without a try each, and tried at once when an operator resends one', async () => {
      const shop = await startPartnerServer(() => ({ status: 204 }));
      await shop.close();
      await cancelOrders(shop.url, 12);
      await backend.jobs.runDue();
      await sandboxControl(backend, 'clock', { advance: 'P4D' });
      await backend.jobs.runDue();
      expect((await undelivered()).map(({ state }) => state)).toEqual(Array<string>(12).fill('given up'));
      const again = await startPartnerServer(() => ({ status: 204 }), Number(new URL(shop.url).port));
      const [webhook] = await undelivered();
      expect(await resendWebhook(backend.store.db, 'PROFILE', webhook!.eventId, backend.clock.now())).toBe(true);
      await backend.jobs.runDue();
      expect(again.received.map(({ nonce }) => nonce)).toEqual([webhook!.eventId]);
      await again.close();
    });
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

  test('row 29: are refused by a server of ours whose port the sender does not know: another process', async () => {
    const other = await startTestBackend({ store: backend.store });
    const url = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { orderNumber } = await place({ webhookURL: `${url}/sandbox/reset` });
    await cancel(orderNumber);
    await backend.jobs.runDue();
    expect((await listWebhooks(backend.store.db, 'DEMO-SHOP', true))[0]?.lastFailure).toBe('the partner answered 403');
    await other.app.close();
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
