import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import {
  postReturn,
  sandboxControl,
  createPayment,
  redirectToBank,
  setUpTestBackend,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const customer = {
  accountNumber: '1234567809',
  email: 'ali@example.com',
  phoneNumber: '60121234567',
  partneruserkey: 'shop-user-1',
  profile: [{ key: 'tier', value: 'gold' }],
};

/** Opens the page of a new order of a partner. */
async function openOrder(more: object = {}) {
  const { paymentId } = await sandboxControl(backend, 'orders', {
    partnerKey: 'DEMO-SHOP',
    items: [
      { name: 'Decoder', amount: 12_000 },
      { name: 'Remote', amount: 900 },
    ],
    charges: [{ name: 'Delivery', amount: 978 }],
    ...more,
  });
  return succeed(backend, calls['payment.page'], { paymentId });
}

const readPage = (refid: string) => succeed(backend, calls['payment.page'], { refid });
const banks = [
  { bankID: 'MB2U0227', bankName: 'Maybank2U', isOnline: true },
  { bankID: 'PBB0233', bankName: 'Public Bank', isOnline: true },
  { bankID: 'OFFL0001', bankName: 'Offline Bank', isOnline: false },
];

test('without instalment plans instalments are not offered', async () => {
  await backend.services.config.setInstalmentPlans([]);
  const { paymentPageDto } = await openOrder({ isEpp: true });
  expect([paymentPageDto.isEpp, paymentPageDto.providerKeys.includes('epp')]).toEqual([false, false]);
});

test('a partner’s order: lines and total, methods with their data, and the identified customer', async () => {
  const page = await openOrder({ productname: 'Set', isEpp: true, customer });
  const { favouriteCardList, ...dto } = page.paymentPageDto;
  expect(dto).toEqual({
    productname: 'Set',
    itemDescList: [
      { name: 'Decoder', amount: 12_000 },
      { name: 'Remote', amount: 900 },
    ],
    itemTotalAmount: 12_900,
    additionalChargesList: [{ name: 'Delivery', amount: 978 }],
    totalAmount: 13_878,
    currencyCode: 'MYR',
    currencyExp: 2,
    isEpp: true,
    monthTerm: null,
    eppInfoList: [
      { bank: 'MBB', bankName: 'Maybank', minimumAmount: 10_000 },
      { bank: 'CIMB', bankName: 'CIMB Bank', minimumAmount: 10_000 },
      { bank: 'PBB', bankName: 'Public Bank', minimumAmount: 10_000 },
    ],
    installmentMonthsMap: { MBB: [6, 12, 24], CIMB: [6, 12, 24], PBB: [6, 12, 24] },
    providerKeys: ['savedCard', 'newCard', 'epp', 'fpx', 'fpxCorporate', 'wallet', 'dcb', 'counter'],
    methodLimits: [],
    partnerKey: 'DEMO-SHOP',
    returnsToPartner: false,
    rememberCardFlag: true,
    // The customer's: no bill is paid.
    accountEnding: null,
    accounts: [],
    cardEntry: 'own',
    cardWallets: [],
    cardsBelongTo: 'customer',
    maximumCardsReached: false,
    fpxBankListPersonal: banks,
    fpxBankListCorporate: banks,
    ewalletEghlProviders: ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'],
    dcbProviders: ['carrier-a', 'carrier-b', 'carrier-c'],
    // The order pays no bill.
    autoDebitChkBox: false,
    autoDebitDefaultCheckedFlag: false,
    autoDebitCampaignEnabled: false,
    makeUesCall: true,
    merchantTokenValidation: false,
    downtimeDto: [],
    providerHealthList: [],
  });
  expect(favouriteCardList.map(({ lastFour }) => lastFour)).toEqual(['1111', '4444', '0077']);
  expect(page).toMatchObject({ orderState: 'open', heldForReview: false, attempt: null });
  expect(page.customerDetail).toEqual({
    email: 'ali@example.com',
    phoneNumber: '60121234567',
    partneruserkey: 'shop-user-1',
    profile: [{ key: 'tier', value: 'gold' }],
  });
  expect(page.paymentPreferenceDetail).toEqual({
    emailPreference: null,
    phoneNumberPreference: null,
    paymentMethodPreference: null,
  });
});

test('a partner’s product keeps the name that the partner gave it, in every language', async () => {
  const { refid } = await openOrder({ productname: 'Set' });
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid, language: 'ms' });
  expect(paymentPageDto.productname).toBe('Set');
});

test("names the deployment's limits of the methods that are offered", async () => {
  backend.fpx.limits = { minimum: sen(500), maximum: sen(6_000_000) };
  backend.corporate.limits = { minimum: sen(1000), maximum: null };
  const { paymentPageDto } = await openOrder({ providerKeys: ['fpx', 'counter'] });
  expect(paymentPageDto.methodLimits).toEqual([{ paymentMethod: 'fpx', minimumAmount: 500, maximumAmount: 6_000_000 }]);
});

test('an order without a customer, with some methods: no auto debit, no cards, no wallets or carriers that are not offered', async () => {
  const page = await openOrder({ providerKeys: ['fpx'] });
  expect(page.paymentPageDto).toMatchObject({
    productname: 'Decoder and 1 more item',
    isEpp: false,
    providerKeys: ['fpx'],
    favouriteCardList: [],
    cardsBelongTo: 'device',
    ewalletEghlProviders: [],
    dcbProviders: [],
    autoDebitChkBox: false,
    autoDebitCampaignEnabled: false,
  });
  expect(page.customerDetail).toEqual({ email: null, phoneNumber: null, partneruserkey: null, profile: [] });
  expect(page.paymentPreferenceDetail.emailPreference).toBeNull();
});

test('auto debit is not offered for a registered account', async () => {
  const page = await readPage(await createPayment(backend, '1234567811'));
  expect(page.paymentPageDto).toMatchObject({ autoDebitChkBox: true, autoDebitCampaignEnabled: false });
});

test('row 43: the latest attempt is shown with its next action and its method, and not with what its payer typed', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'failed'));
  const failed = await readPage(refid);
  expect(failed.attempt).toMatchObject({ state: 'failed', paymentMethod: 'fpx', resultRoute: '/bankResultFPX' });
  const again = await redirectToBank(backend, refid, 'PBB0233');
  const page = await readPage(refid);
  expect(page.attempt).toEqual({
    state: 'redirected',
    paymentMethod: 'fpx',
    provider: 'PBB0233',
    onward: { kind: 'redirect', url: 'http://bank.example/pay', method: 'POST', fields: { number: again.number } },
    resultRoute: '/bankResultFPX',
    reasonCode: null,
  });
  expect(page.paymentPreferenceDetail).toEqual({
    emailPreference: null,
    phoneNumberPreference: null,
    paymentMethodPreference: 'fpx',
  });
});

test('says whether the result hands the payer back to the partner: not to an origin that is no longer registered', async () => {
  const responseURL = 'http://localhost:9/result';
  const { refid, paymentPageDto } = await openOrder({ responseURL });
  expect(paymentPageDto.returnsToPartner).toBe(true);
  const { db } = backend.store;
  const { registered_origins: before } = await db
    .selectFrom('partners')
    .select('registered_origins')
    .where('key', '=', 'DEMO-SHOP')
    .executeTakeFirstOrThrow();
  const register = (origins: readonly string[]) =>
    db
      .updateTable('partners')
      .set({ registered_origins: JSON.stringify(origins) })
      .where('key', '=', 'DEMO-SHOP')
      .execute();
  await register([]);
  expect((await readPage(refid)).paymentPageDto.returnsToPartner).toBe(false);
  await register(before);
});

describe('the deadline', () => {
  const lifeOf = ({ deadline, serverTime }: { deadline: string; serverTime: string }) =>
    Math.round((Date.parse(deadline) - Date.parse(serverTime)) / 60_000);
  const begin = async (refid: string, method: 'counter' | 'fpx') => {
    const choice = method === 'fpx' ? { fpxBankID: 'MB2U0227' } : {};
    const paymentRequest = { selectedPaymentMethod: method, userEmailAddress: 'payer@example.com', ...choice };
    await succeed(backend, calls['payment.init'], { refid, shownAmount: 13_878, visitId: testVisit, paymentRequest });
  };

  test('is 15 minutes away, also for a payer at a bank', async () => {
    const refid = await createPayment(backend);
    expect(lifeOf(await readPage(refid))).toBe(15);
    await begin(refid, 'fpx');
    expect(lifeOf(await readPage(refid))).toBe(15);
  });

  test('is the barcode’s, as long as it can be paid', async () => {
    const refid = await createPayment(backend);
    await begin(refid, 'counter');
    expect(lifeOf(await readPage(refid))).toBe(18 * 60 + 30);
    const number = backend.counter.begun.at(-1)?.order.number ?? '';
    backend.counter.setStatus(number, 'failed');
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(lifeOf(await readPage(refid))).toBe(15);
  });

  test('can be extended twice, not while the payer is at a bank', async () => {
    const refid = await createPayment(backend);
    expect(await readPage(refid)).toMatchObject({ extensionsLeft: 2 });
    await succeed(backend, calls['payment.extend'], { refid, extensionsLeft: 2 });
    expect(await readPage(refid)).toMatchObject({ extensionsLeft: 1 });
    await begin(refid, 'fpx');
    expect(await readPage(refid)).toMatchObject({ extensionsLeft: 0 });
  });

  test('is the partner’s, if it sets one', async () => {
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    expect(await openOrder({ deadline })).toMatchObject({ deadline, extensionsLeft: 0 });
  });
});

describe('a customer’s stored details', () => {
  const readCustomer = (refid: string) => succeed(backend, calls['payment.customer'], { refid });
  const bare = { accountNumber: customer.accountNumber };

  test('without payments: the order’s', async () => {
    const known = await readCustomer((await openOrder({ customer })).refid);
    expect(known).toMatchObject({
      email: 'ali@example.com',
      phoneNumber: '60121234567',
      paymentMethodPreference: null,
    });
    expect(known.favouriteCardList.map(({ lastFour }) => lastFour)).toEqual(['1111', '4444', '0077']);
    const { refid } = await openOrder({ customer: bare });
    expect(await readCustomer(refid)).toMatchObject({ email: null, phoneNumber: null });
  });

  test('with payments: the method of the last one, and no contact that a payer typed', async () => {
    for (const method of ['fpx', 'counter'] as const) {
      const { refid } = await openOrder({ customer: bare });
      await succeed(backend, calls['payment.init'], {
        refid,
        shownAmount: 13_878,
        visitId: testVisit,
        paymentRequest: {
          ...{ selectedPaymentMethod: method, fpxBankID: 'MB2U0227' },
          ...{ userEmailAddress: `${method}@example.com`, phoneNumber: '60127654321' },
        },
      });
      const gateway = method === 'fpx' ? backend.fpx : backend.counter;
      gateway.setStatus(gateway.begun.at(-1)?.order.number ?? '', 'successful');
      expect(await statusOf(backend, refid)).toBe('successful');
    }
    const { refid } = await openOrder({ customer: bare });
    expect(await readCustomer(refid)).toMatchObject({
      email: null,
      phoneNumber: null,
      paymentMethodPreference: 'counter',
    });
    const ofOrder = await openOrder({ customer });
    expect(await readCustomer(ofOrder.refid)).toMatchObject({ email: 'ali@example.com', phoneNumber: '60121234567' });
  });

  test('not identified by the partner: nothing', async () => {
    const { refid } = await openOrder();
    expect(await readCustomer(refid)).toEqual({
      email: null,
      phoneNumber: null,
      favouriteCardList: [],
      paymentMethodPreference: null,
    });
  });
});
