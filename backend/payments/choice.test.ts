import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import {
  sandboxControl,
  createPayment,
  encryptForPage,
  errorCodeOf,
  freshAccount,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

type Choice = Parameters<typeof errorCodeOf<(typeof calls)['payment.init']>>[2]['paymentRequest'];
const toRequest = (refid: string, choice: Omit<Choice, 'userEmailAddress'>, shownAmount = 13_878) => ({
  refid,
  shownAmount,
  visitId: testVisit,
  paymentRequest: { ...choice, userEmailAddress: 'payer@example.com' },
});
const visa = { number: '4111 1111 1111 1111', expiry: '12/39', cvv: '123', name: 'PAYER' };
const amex = { ...visa, number: '378282246310005', cvv: '1234' };

async function orderOf(amount: number, more: object = {}): Promise<string> {
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount }], ...more };
  const { paymentId } = await sandboxControl(backend, 'orders', order);
  return (await succeed(backend, calls['payment.page'], { paymentId })).refid;
}

describe('what is chosen', () => {
  test.each([
    ['fpx', { fpxBankID: 'PBB0233' }, 'fpx', 'PBB0233', '/bankResultFPX'],
    ['fpxCorporate', { fpxBankCorporateID: 'MB2U0227' }, 'corporate', 'MB2U0227', '/bankResultFPX'],
    ['wallet', { selectedWallet: 'grabpay' }, 'wallets', 'grabpay', '/bankResultEGHL'],
    ['counter', {}, 'counter', null, '/ewallet/view/bankResult'],
  ] as const)('%s, %j: its gateway is called', async (selectedPaymentMethod, more, gateway, provider, resultRoute) => {
    const refid = await createPayment(backend);
    const started = await succeed(backend, calls['payment.init'], toRequest(refid, { selectedPaymentMethod, ...more }));
    expect(started.resultRoute).toBe(resultRoute);
    expect(backend[gateway].begun).toMatchObject([{ order: { provider, amount: 13_878 }, card: undefined }]);
  });

  test('a mobile bill waits for its TAC: no gateway is called yet', async () => {
    const refid = await createPayment(backend);
    const request = toRequest(refid, { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-b' });
    expect(await succeed(backend, calls['payment.init'], request)).toEqual({
      refid,
      resultRoute: '/dcb/view/bankResult',
      onward: { kind: 'tac', carrier: 'carrier-b' },
    });
  });

  test.each([
    ['a Visa', visa, '/bankResultMBB'],
    ['an Amex', amex, '/bankResultAMB'],
  ])('%s is sent to its acquirer decrypted, and returns to %s', async (_name, card, resultRoute) => {
    const refid = await createPayment(backend);
    const cardDetails = await encryptForPage(backend, refid, card);
    const request = toRequest(refid, { selectedPaymentMethod: 'newCard', cardDetails });
    expect((await succeed(backend, calls['payment.init'], request)).resultRoute).toBe(resultRoute);
    const number = card.number.replaceAll(' ', '');
    expect(backend.cards.begun).toMatchObject([{ card: { number, expiry: '12/39', cvv: card.cvv, name: 'PAYER' } }]);
  });

  test('the gateway receives all data of the payer and the payment that it needs', async () => {
    const refid = await createPayment(backend);
    const { paymentRequest, ...request } = toRequest(refid, {
      ...{ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', phoneNumber: '60121234567' },
    });
    await succeed(backend, calls['payment.init'], { ...request, payerAddress: '203.0.113.9', paymentRequest });
    const { deadline } = await succeed(backend, calls['payment.page'], { refid });
    const [begun] = backend.fpx.begun;
    expect(begun?.order).toEqual({
      number: expect.stringMatching(/^[a-z0-9]{20}$/),
      paymentId: null,
      method: 'fpx',
      resultRoute: '/bankResultFPX',
      language: 'en',
      amount: 13_878,
      description: 'Satellite TV bill',
      payerEmail: 'payer@example.com',
      payerPhone: '60121234567',
      clientAddress: '203.0.113.9',
      startedAt: expect.stringMatching(/Z$/),
      deadline,
      provider: 'MB2U0227',
    });
  });
});

describe('what cannot be chosen', () => {
  test.each([
    ['a bank that is not named', { selectedPaymentMethod: 'fpx' }, 'invalid-request'],
    ['a company’s bank that is not named', { selectedPaymentMethod: 'fpxCorporate' }, 'invalid-request'],
    ['a wallet that is not named', { selectedPaymentMethod: 'wallet' }, 'invalid-request'],
    ['an unknown wallet', { selectedPaymentMethod: 'wallet', selectedWallet: 'bigpay' }, 'invalid-request'],
    ['a carrier that is not named', { selectedPaymentMethod: 'dcb' }, 'invalid-request'],
    ['an unknown carrier', { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-z' }, 'invalid-request'],
    ['a method that is not deployed', { selectedPaymentMethod: 'm2u' }, 'method-unavailable'],
    ['a card that is not given', { selectedPaymentMethod: 'newCard' }, 'invalid-card'],
    ['instalments without a card', { selectedPaymentMethod: 'epp', eppBank: 'MBB', monthTerm: 6 }, 'invalid-card'],
    ['a saved card of nobody', { selectedPaymentMethod: 'savedCard' }, 'method-unavailable'],
  ] as const)('%s', async (_name, choice, code) => {
    const refid = await createPayment(backend);
    expect(await errorCodeOf(backend, calls['payment.init'], toRequest(refid, choice))).toBe(code);
    const { attempts } = await sandboxControl(backend, `payments/${refid}`);
    expect(attempts).toEqual([]);
  });

  test.each([
    ['a method', 'wallet', { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }],
    ['a wallet', 'boost', { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }],
    ['a bank', 'MB2U0227', { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' }],
    ['a carrier', 'carrier-a', { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' }],
  ] as const)('%s while it is down: who is, and until when', async (_name, target, choice) => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const refid = await createPayment(backend);
    await sandboxControl(backend, 'downtime', { method: target, until });
    const { status, body } = await send(backend, calls['payment.init'], toRequest(refid, choice));
    expect(status).not.toBe(200);
    expect(body).toMatchObject({ code: 'method-unavailable', parameters: { target, until } });
  });

  test('a bank that is offline: which', async () => {
    const refid = await createPayment(backend);
    const request = toRequest(refid, { selectedPaymentMethod: 'fpx', fpxBankID: 'OFFL0001' });
    const { body } = await send(backend, calls['payment.init'], request);
    expect(body).toMatchObject({ code: 'method-unavailable', parameters: { target: 'OFFL0001' } });
  });

  test("the deployment's limits replace a method's own", async () => {
    backend.fpx.limits = { minimum: sen(20_000), maximum: null };
    const refid = await createPayment(backend);
    const request = toRequest(refid, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
    const { body } = await send(backend, calls['payment.init'], request);
    const parameters = { limit: 'belowMinimum', figure: 20_000 };
    expect(body).toMatchObject({ code: 'amount-not-allowed', parameters });
  });

  test.each([
    ['fpxCorporate', { fpxBankCorporateID: 'MB2U0227' }, 199, { limit: 'belowMinimum', figure: 200 }],
    ['counter', {}, 250_000, { limit: 'aboveMaximum', figure: 249_999 }],
    ['epp', { eppBank: 'MBB', monthTerm: 6 }, 9_999, { limit: 'belowMinimum', figure: 10_000 }],
  ] as const)('%s for %j of %i sen: %j', async (selectedPaymentMethod, more, amount, parameters) => {
    const refid = await orderOf(amount, { isEpp: true });
    const request = toRequest(refid, { selectedPaymentMethod, ...more }, amount);
    const { body } = await send(backend, calls['payment.init'], request);
    expect(body).toMatchObject({ code: 'amount-not-allowed', parameters });
  });
});

describe('a card that pays', () => {
  const account = { customer: { accountNumber: '1234567801' } };

  async function payByCard(more: object) {
    const refid = await orderOf(13_878, { ...account, billAccount: freshAccount() });
    const cardDetails = await encryptForPage(backend, refid, visa);
    const request = toRequest(refid, { selectedPaymentMethod: 'newCard', cardDetails, ...more });
    await succeed(backend, calls['payment.init'], request);
    const attempt = await backend.store.db
      .selectFrom('attempts')
      .select(['number', 'is_auto_debit', 'card_to_save', 'auto_debit_card'])
      .where('order_refid', '=', refid)
      .executeTakeFirstOrThrow();
    const kept = { toSave: attempt.card_to_save !== null, forAutoDebit: attempt.auto_debit_card !== null };
    return { refid, number: attempt.number, isAutoDebit: attempt.is_auto_debit, kept };
  }

  test.each([
    [{}, false, { toSave: false, forAutoDebit: false }],
    [{ saveCard: true }, false, { toSave: true, forAutoDebit: false }],
    [{ isAutoDebitOption: true }, true, { toSave: false, forAutoDebit: true }],
  ])('is retained encrypted only on request: %j', async (more, isAutoDebit, kept) => {
    const attempt = await payByCard(more);
    expect(attempt).toMatchObject({ isAutoDebit, kept });
    const rows = JSON.stringify(await backend.store.db.selectFrom('attempts').selectAll().execute());
    expect(rows).not.toContain('4111111111111111');
  });

  test.each(['failed', 'cancelled', 'successful'] as const)(
    'is kept for auto debit alone once it has paid, and not at all when it has not: %s',
    async (status) => {
      const { refid, number } = await payByCard({ saveCard: true, isAutoDebitOption: true });
      backend.cards.setStatus(number, status);
      expect(await statusOf(backend, refid)).toBe(status);
      const row = await backend.store.db
        .selectFrom('attempts')
        .select(['card_to_save', 'auto_debit_card'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      expect(row.card_to_save).toBeNull();
      expect(row.auto_debit_card !== null).toBe(status === 'successful');
      const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
      expect(paymentPageDto.favouriteCardList).toHaveLength(status === 'successful' ? 1 : 0);
    },
  );
});
