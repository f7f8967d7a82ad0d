import { calls } from '@/lib/contract/calls';
import { localeCodes } from '@/lib/domain/locales';
import { createPartnerClient } from '../partners/partner-client.fixture';
import { redirectToBank, setUpTestBackend, succeed, testVisit } from '../test-backend.fixture';
import { partnerProductOf } from './product-name';

const backend = setUpTestBackend();
const { place } = createPartnerClient(backend);

const items = [
  { name: 'Decoder', amount: 10_000 },
  { name: 'Remote control', amount: 2_900 },
  { name: 'HDMI cable', amount: 978 },
];

/** Places an order of RM138.78 without charges; returns its reference. */
async function order(more: object): Promise<string> {
  const { paymentId } = await place({ additionalChargesList: [], ...more });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  return refid;
}

async function nameOnPage(refid: string, language: (typeof localeCodes)[number]): Promise<string> {
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid, language });
  return paymentPageDto.productname;
}

test('an order of several items is named by the first and the number of the others, in the language of its reader', async () => {
  const refid = await order({ itemDescList: items });
  expect(await Promise.all(localeCodes.map((language) => nameOnPage(refid, language)))).toEqual([
    'Decoder and 2 more items',
    'Decoder dan 2 item lain',
    'Decoder及另外 2 个项目',
    'Decoder மற்றும் மேலும் 2 பொருட்கள்',
  ]);
});

test.each([
  ['of two items', { itemDescList: [items[0], { name: 'Cable', amount: 3_878 }] }, 'Decoder and 1 more item'],
  ['of one item', { itemDescList: [{ name: 'Decoder', amount: 13_878 }] }, 'Decoder'],
  ['whose product its partner has named', { itemDescList: items, productname: 'TV starter kit' }, 'TV starter kit'],
])('an order %s', async (_what, more, name) => {
  expect(await nameOnPage(await order(more), 'en')).toBe(name);
});

test('the bank, the result, the continuation on another device, the receipt and its e-mail use the same name', async () => {
  const refid = await order({ itemDescList: items });
  const { token } = await succeed(backend, calls['continuation.create'], { refid });
  const continuation = await succeed(backend, calls['continuation.get'], { token, language: 'ms' });
  const { number } = await redirectToBank(backend, refid, undefined, 'ms');
  expect(backend.fpx.begun.at(-1)?.order.description).toBe('Decoder dan 2 item lain');
  backend.fpx.setStatus(number, 'successful');
  const result = await succeed(backend, calls['payment.result'], { refid, visitId: testVisit, language: 'ms' });
  expect([continuation.productname, result.productname]).toEqual(Array(2).fill('Decoder dan 2 item lain'));
  expect(result).toMatchObject({ paidTo: 'Demo Shop', itemDescList: items, additionalChargesList: [] });
  const receipt = await succeed(backend, calls['receipt.get'], { token: result.receiptToken ?? '' });
  expect(receipt).toMatchObject({ productname: 'Decoder', furtherItems: 2 });
  const { mail } = await backend.store.db
    .selectFrom('outbox')
    .select('mail')
    .where('order_refid', '=', refid)
    .executeTakeFirstOrThrow();
  expect(mail?.subject).toBe('Resit RM138.78: Decoder dan 2 item lain');
});

test('a long name is cut, so that the number of the others is kept', () => {
  const name = partnerProductOf({ partner_key: 'DEMO-SHOP', product_name: 'D'.repeat(100), further_items: 12 }, 'en');
  expect(name).toMatch(/^D+… and 12 more items$/);
  expect(name).toHaveLength(100);
});
