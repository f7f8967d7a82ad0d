import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@/lib/contract/calls';
import { setUpTestBackend, succeed } from '../test-backend.fixture';
import { maxConcurrentChecks } from './customer-token';
import { createPartnerClient, startPartnerServer } from './partner-client.fixture';

const backend = setUpTestBackend();
const { place } = createPartnerClient(backend);

describe('a customer whose token the partner validates', () => {
  async function visit(answer: { status: number; body?: string }, token: string | undefined, visits = 1) {
    const shop = await startPartnerServer(() => answer);
    await backend.store.db
      .updateTable('partners')
      .set({ token_check_url: `${shop.url}/token` })
      .where('key', '=', 'DEMO-SHOP')
      .execute();
    const { paymentId } = await place({ customer: { accountNumber: '2234567809', partneruserkey: 'u-1', token } });
    let cards = -1;
    for (let count = 0; count < visits; count += 1) {
      const page = await succeed(backend, calls['payment.page'], { paymentId });
      expect(page.paymentPageDto.merchantTokenValidation).toBe(true);
      cards = page.paymentPageDto.favouriteCardList.length;
    }
    await shop.close();
    return { cards, asked: shop.received };
  }
  afterAll(() =>
    backend.store.db.updateTable('partners').set({ token_check_url: null }).where('key', '=', 'DEMO-SHOP').execute(),
  );

  test('has saved cards if the token is valid, after one signed request', async () => {
    const { cards, asked } = await visit({ status: 200, body: '{"valid":true}' }, 'session-7', 2);
    expect(cards).toBe(3);
    expect(asked).toMatchObject([{ purpose: 'customer-check' }]);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ token: 'session-7', partneruserkey: 'u-1' });
  });

  test('has none if the token is invalid, without a response, and without a token', async () => {
    expect(await visit({ status: 200, body: '{"valid":false}' }, 'session-8', 2)).toMatchObject({
      cards: 0,
      asked: [{}],
    });
    expect(await visit({ status: 500 }, 'session-9', 2)).toMatchObject({ cards: 0, asked: [{}, {}] });
    expect(await visit({ status: 200, body: '{"valid":true}' }, undefined)).toEqual({ cards: 0, asked: [] });
  });

  test('has no token in any table afterwards', async () => {
    await visit({ status: 500 }, 'canary-token');
    const rows = await backend.store.db.selectFrom('orders').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('canary-token');
  });

  test('row 50: a partner that is silent has ten checks under way at most, and one of an order', async () => {
    let asked = 0;
    const silent = createServer(() => (asked += 1));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const token_check_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/token`;
    await backend.store.db.updateTable('partners').set({ token_check_url }).where('key', '=', 'DEMO-SHOP').execute();
    const customer = { accountNumber: '2234567809', partneruserkey: 'u-1', token: 'session' };
    const orders: string[] = [];
    for (let count = 0; count < 12; count += 1) orders.push((await place({ customer })).paymentId);
    const open = (paymentId: string) => succeed(backend, calls['payment.page'], { paymentId });
    const pages = await Promise.all([...orders, ...orders].map(open));
    expect(asked).toBe(maxConcurrentChecks);
    expect(pages.map(({ paymentPageDto }) => paymentPageDto.favouriteCardList.length)).toEqual(pages.map(() => 0));
    await open(orders[0]!);
    expect(asked).toBe(maxConcurrentChecks + 1);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
