import { calls } from '@/lib/contract/calls';
import { setUpTestBackend, succeed } from '../test-backend.fixture';
import { createPartnerClient, startPartnerServer } from './partner-client.fixture';

const backend = setUpTestBackend();
const { place } = createPartnerClient(backend);

describe('a customer whose token the partner wants checked', () => {
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

  test('has saved cards once the partner says that it holds, and is asked for once, signed', async () => {
    const { cards, asked } = await visit({ status: 200, body: '{"valid":true}' }, 'session-7', 2);
    expect(cards).toBe(3);
    expect(asked).toMatchObject([{ purpose: 'customer-check' }]);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ token: 'session-7', partneruserkey: 'u-1' });
  });

  test('has none when it does not, when nothing is said, and without a token', async () => {
    expect(await visit({ status: 200, body: '{"valid":false}' }, 'session-8', 2)).toMatchObject({
      cards: 0,
      asked: [{}],
    });
    expect(await visit({ status: 500 }, 'session-9', 2)).toMatchObject({ cards: 0, asked: [{}, {}] });
    expect(await visit({ status: 200, body: '{"valid":true}' }, undefined)).toEqual({ cards: 0, asked: [] });
  });

  test('leaves its token in no table', async () => {
    await visit({ status: 500 }, 'canary-token');
    const rows = await backend.store.db.selectFrom('orders').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('canary-token');
  });
});
