import { calls } from '@/lib/contract/calls';
import {
  sandboxControl,
  createPayment,
  encryptForPage,
  errorCodeOf,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();
beforeEach(() => {
  backend.cards.beginning = 'successful';
});

const total = 13_878;
const email = { userEmailAddress: 'payer@example.com' };

/** An order of a customer whom a partner vouches for. */
async function orderOf(accountNumber: string, amount = total, partnerKey = 'DEMO-SHOP'): Promise<string> {
  const customer = { accountNumber };
  const made = await sandboxControl(backend, 'orders', {
    ...{ partnerKey, items: [{ name: 'Decoder', amount }], isEpp: true, customer },
  });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId: made.paymentId });
  return refid;
}

async function cardsOf(refid: string) {
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
  return paymentPageDto.favouriteCardList;
}

describe('a saved card', () => {
  async function cardEnding(refid: string, lastFour: string): Promise<string> {
    const card = (await cardsOf(refid)).find((saved) => saved.lastFour === lastFour);
    if (card === undefined) throw new Error('no such card');
    return card.uniqueCardId;
  }

  async function request(refid: string, uniqueCardId: string, cvv: string | null = '123') {
    const savedCardCvv = cvv === null ? {} : { savedCardCvv: await encryptForPage(backend, refid, { cvv }) };
    const choice = { selectedPaymentMethod: 'savedCard' as const, isFavCardOption: true, uniqueCardId };
    return { refid, shownAmount: total, paymentRequest: { ...choice, ...savedCardCvv, ...email } };
  }

  test('is listed with brand, last four, expiry and state, the first as default', async () => {
    const cards = await cardsOf(await orderOf('1234567809'));
    expect(cards).toMatchObject([
      { cardBrand: 'visa', lastFour: '1111', isExpired: false, isOffline: false, needsCvv: true, isDefault: true },
      { cardBrand: 'mastercard', lastFour: '4444', isExpired: true, isDefault: false },
      { cardBrand: 'visa', lastFour: '0077', isExpired: false, isOffline: true, isDefault: false },
    ]);
  });

  test('row 31: pays with its CVV, which is not stored', async () => {
    const refid = await orderOf('1234567809');
    const started = await succeed(
      backend,
      calls['payment.init'],
      await request(refid, await cardEnding(refid, '1111')),
    );
    expect(started).toEqual({ refid, resultRoute: '/bankResultMBB', onward: null });
    expect(backend.cards.begun).toMatchObject([{ card: { number: '4111111111111111', cvv: '123' } }]);
    const { credits, balanced } = await sandboxControl(backend, 'ledger');
    expect([credits.length, balanced]).toEqual([1, true]);
    for (const table of ['attempts', 'saved_cards', 'idempotency_keys', 'payment_history'] as const) {
      const rows = JSON.stringify(await backend.store.db.selectFrom(table).selectAll().execute());
      expect(rows).not.toMatch(/4111111111111111|"cvv"/);
    }
  });

  test.each([
    ['without a CVV', '1111', null, 'invalid-card'],
    ['with a CVV of the wrong length', '1111', '12', 'invalid-card'],
    ['that has expired', '4444', '123', 'card-expired'],
    ['whose issuer is offline', '0077', '123', 'method-unavailable'],
  ])('%s is refused before the acquirer is called', async (_name, lastFour, cvv, code) => {
    const refid = await orderOf('1234567809');
    const asked = await request(refid, await cardEnding(refid, lastFour), cvv);
    expect(await errorCodeOf(backend, calls['payment.init'], asked)).toBe(code);
    expect(backend.cards.begun).toHaveLength(0);
  });

  test('of another customer is unknown', async () => {
    const theirs = await orderOf('1234567809');
    const card = await cardEnding(theirs, '1111');
    const refid = await orderOf('2234567809');
    expect(await errorCodeOf(backend, calls['payment.init'], await request(refid, card))).toBe('invalid-card');
  });

  test('row 15: is not shown to a customer whom the partner has not identified', async () => {
    const refid = await createPayment(backend, '1234567809');
    expect(await cardsOf(refid)).toEqual([]);
    const asked = await request(refid, 'card');
    expect(await errorCodeOf(backend, calls['payment.init'], asked)).toBe('method-unavailable');
  });

  test('is removed by its own id, once', async () => {
    const refid = await orderOf('1234567809');
    const uniqueCardId = await cardEnding(refid, '1111');
    expect(await succeed(backend, calls['card.delete'], { refid, uniqueCardId })).toEqual({ uniqueCardId });
    expect((await cardsOf(refid)).map(({ lastFour }) => lastFour)).toEqual(['4444', '0077']);
    expect(await errorCodeOf(backend, calls['card.delete'], { refid, uniqueCardId })).toBe('unknown-card');
  });

  test('row 16: can be removed by its own customer only', async () => {
    const [own, other] = [await orderOf('1234567809'), await orderOf('2234567809')];
    const uniqueCardId = await cardEnding(own, '1111');
    expect(await errorCodeOf(backend, calls['card.delete'], { refid: other, uniqueCardId })).toBe('unknown-card');
    expect(await cardsOf(own)).toHaveLength(3);
  });

  test('cannot be added beyond the maximum', async () => {
    const refid = await orderOf('1234567810');
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
    expect(paymentPageDto).toMatchObject({ rememberCardFlag: true, maximumCardsReached: true });
    expect(paymentPageDto.favouriteCardList).toHaveLength(5);
  });

  test('is a new card that has paid and whose payer ticked save', async () => {
    const refid = await orderOf('1234567801');
    await payAndSave(refid);
    expect(await cardsOf(refid)).toMatchObject([{ cardBrand: 'visa', lastFour: '4242', expiry: '12/39' }]);
  });
});

/** Pays with a card that is approved at once, and asks for it to be saved. */
async function payAndSave(refid: string, deviceToken?: string) {
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };
  const cardDetails = await encryptForPage(backend, refid, card);
  const choice = { selectedPaymentMethod: 'newCard' as const, cardDetails, saveCard: true };
  const paymentRequest = { ...choice, ...email };
  await succeed(backend, calls['payment.init'], { refid, shownAmount: total, deviceToken, paymentRequest });
}

describe('a card that a customer of a partner has saved', () => {
  const account = '3234567801';
  const stored = () => backend.store.db.selectFrom('saved_cards').selectAll().orderBy('id').execute();
  const removing = async (refid: string, uniqueCardId: string) =>
    errorCodeOf(backend, calls['card.delete'], { refid, uniqueCardId });

  /** Saves a card at DEMO-SHOP. Returns its id. */
  async function saveAtShop(): Promise<string> {
    await payAndSave(await orderOf(account), undefined);
    const [card] = await cardsOf(await orderOf(account));
    if (card === undefined) throw new Error('no card was saved');
    return card.uniqueCardId;
  }

  /** Leaves the card as the release before stored it: with its account, and without its partner. */
  const forgetPartner = () => backend.store.db.updateTable('saved_cards').set({ owner: account }).execute();

  test.each(['KIOSK', 'PALE', 'PROFILE', 'BILLER'])(
    'row 15: is neither shown to nor removed by an order of %s for the same account',
    async (partnerKey) => {
      const uniqueCardId = await saveAtShop();
      const refid = await orderOf(account, total, partnerKey);
      expect(await cardsOf(refid)).toEqual([]);
      const deviceToken = 'd'.repeat(43);
      expect((await succeed(backend, calls['card.list'], { refid, deviceToken })).favouriteCardList).toEqual([]);
      expect((await succeed(backend, calls['payment.customer'], { refid })).favouriteCardList).toEqual([]);
      expect(await removing(refid, uniqueCardId)).toBe('unknown-card');
      expect(await cardsOf(await orderOf(account))).toMatchObject([{ uniqueCardId }]);
    },
  );

  test('can be saved at another partner as well: each has its own', async () => {
    await saveAtShop();
    await payAndSave(await orderOf(account, total, 'PALE'), undefined);
    const [card] = await cardsOf(await orderOf(account, total, 'PALE'));
    expect(await removing(await orderOf(account, total, 'PALE'), card?.uniqueCardId ?? '')).toBeNull();
    expect(await cardsOf(await orderOf(account))).toMatchObject([{ lastFour: '4242' }]);
  });

  test('by the release before belongs to the partner whose payment saved it', async () => {
    const uniqueCardId = await saveAtShop();
    await forgetPartner();
    expect(await cardsOf(await orderOf(account))).toMatchObject([{ uniqueCardId }]);
    const elsewhere = await orderOf(account, total, 'PALE');
    expect(await cardsOf(elsewhere)).toEqual([]);
    expect(await removing(elsewhere, uniqueCardId)).toBe('unknown-card');
    expect(await removing(await orderOf(account), uniqueCardId)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  test('by the release before, and saved again, is one card', async () => {
    const uniqueCardId = await saveAtShop();
    await forgetPartner();
    await payAndSave(await orderOf(account), undefined);
    expect(await stored()).toMatchObject([{ unique_card_id: uniqueCardId }]);
  });

  test('by the release before in a payment that is not known is nobody’s', async () => {
    await saveAtShop();
    await forgetPartner();
    await backend.store.db
      .updateTable('saved_cards')
      .set({ created_at: new Date(0) })
      .execute();
    expect(await cardsOf(await orderOf(account))).toEqual([]);
  });
});

describe('a card that was saved on a device', () => {
  const [device, otherDevice] = ['d'.repeat(43), 'e'.repeat(43)];
  const listOn = async (refid: string, deviceToken: string) =>
    (await succeed(backend, calls['card.list'], { refid, deviceToken })).favouriteCardList;

  async function saveOnDevice(): Promise<string> {
    await payAndSave(await createPayment(backend), device);
    const [card] = await listOn(await createPayment(backend), device);
    if (card === undefined) throw new Error('no card was saved');
    return card.uniqueCardId;
  }

  test('is offered on that device for any bill, and on no other', async () => {
    await saveOnDevice();
    const refid = await createPayment(backend, '2234567801');
    expect(await listOn(refid, device)).toMatchObject([{ cardBrand: 'visa', lastFour: '4242', isDefault: true }]);
    expect(await listOn(refid, otherDevice)).toEqual([]);
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
    expect(paymentPageDto).toMatchObject({ favouriteCardList: [], rememberCardFlag: true, cardsBelongTo: 'device' });
    const vouched = await succeed(backend, calls['payment.page'], { refid: await orderOf('1234567801') });
    expect(vouched.paymentPageDto).toMatchObject({ favouriteCardList: [], cardsBelongTo: 'customer' });
  });

  test('pays from that device only', async () => {
    const uniqueCardId = await saveOnDevice();
    const refid = await createPayment(backend);
    const savedCardCvv = await encryptForPage(backend, refid, { cvv: '123' });
    const choice = { selectedPaymentMethod: 'savedCard' as const, isFavCardOption: true, uniqueCardId, savedCardCvv };
    const request = { refid, shownAmount: total, paymentRequest: { ...choice, ...email } };
    expect(await errorCodeOf(backend, calls['payment.init'], request)).toBe('method-unavailable');
    const stranger = { ...request, deviceToken: otherDevice };
    expect(await errorCodeOf(backend, calls['payment.init'], stranger)).toBe('invalid-card');
    await succeed(backend, calls['payment.init'], { ...request, deviceToken: device });
    expect(backend.cards.begun.at(-1)).toMatchObject({ card: { number: '4242424242424242', cvv: '123' } });
  });

  test('row 16: can be removed from that device only', async () => {
    const uniqueCardId = await saveOnDevice();
    const request = { refid: await createPayment(backend), uniqueCardId };
    for (const deviceToken of [undefined, otherDevice]) {
      expect(await errorCodeOf(backend, calls['card.delete'], { ...request, deviceToken })).toBe('unknown-card');
    }
    await succeed(backend, calls['card.delete'], { ...request, deviceToken: device });
    expect(await listOn(request.refid, device)).toEqual([]);
  });

  test('is not saved on a kiosk, whose device is shared', async () => {
    const order = { partnerKey: 'KIOSK', items: [{ name: 'Decoder', amount: total }] };
    const { paymentId } = await sandboxControl(backend, 'orders', order);
    const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
    expect(paymentPageDto.rememberCardFlag).toBe(false);
    await payAndSave(refid, device);
    expect(await listOn(refid, device)).toEqual([]);
    expect(await listOn(await createPayment(backend), device)).toEqual([]);
  });

  test('does not reveal the device: its owner is a keyed digest', async () => {
    await saveOnDevice();
    const rows = await backend.store.db.selectFrom('saved_cards').select('owner').execute();
    expect(rows.map(({ owner }) => owner)).toEqual([expect.stringMatching(/^device:[\w-]{43}$/)]);
    expect(JSON.stringify(rows)).not.toContain(device);
  });
});

describe('instalments', () => {
  const visa = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'PAYER' };
  const amex = { ...visa, number: '378282246310005', cvv: '1234' };

  async function request(refid: string, changed: { eppBank?: string; monthTerm?: number } = {}, card: object = visa) {
    const cardDetailsEPP = await encryptForPage(backend, refid, card);
    const choice = { selectedPaymentMethod: 'epp' as const, eppBank: 'MBB', monthTerm: 12, cardDetailsEPP, ...changed };
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
    return { refid, shownAmount: paymentPageDto.totalAmount, paymentRequest: { ...choice, ...email } };
  }

  test('are offered by bank, with months and minimum', async () => {
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid: await orderOf('1234567801') });
    expect(paymentPageDto.eppInfoList).toEqual([
      { bank: 'MBB', bankName: 'Maybank', minimumAmount: 10_000 },
      { bank: 'CIMB', bankName: 'CIMB Bank', minimumAmount: 10_000 },
      { bank: 'PBB', bankName: 'Public Bank', minimumAmount: 10_000 },
    ]);
    expect(paymentPageDto.installmentMonthsMap).toEqual({ MBB: [6, 12, 24], CIMB: [6, 12, 24], PBB: [6, 12, 24] });
  });

  test.each(['MBB', 'CIMB', 'PBB'].flatMap((bank) => [6, 12, 24].map((months) => [bank, months] as const)))(
    '%s, %d months: the acquirer receives the plan, the result shows it',
    async (eppBank, monthTerm) => {
      const refid = await orderOf('1234567801');
      await succeed(backend, calls['payment.init'], await request(refid, { eppBank, monthTerm }));
      expect(backend.cards.begun).toMatchObject([{ order: { provider: `${eppBank}:${monthTerm}` } }]);
      const result = await succeed(backend, calls['payment.result'], { refid });
      expect(result).toMatchObject({ status: 'successful', paymentMethod: 'epp', numberOfInstalments: monthTerm });
    },
  );

  test.each([
    ['an Amex', {}, amex, 'invalid-card'],
    ['an expired card', {}, { ...visa, expiry: '12/20' }, 'card-expired'],
    ['months that the bank lacks', { monthTerm: 7 }, visa, 'invalid-request'],
    ['no months', { monthTerm: undefined }, visa, 'invalid-request'],
    ['an unknown bank', { eppBank: 'XYZ' }, visa, 'invalid-request'],
  ])('refuse %s', async (_name, changed, card, code) => {
    const asked = await request(await orderOf('1234567801'), changed, card);
    expect(await errorCodeOf(backend, calls['payment.init'], asked)).toBe(code);
    expect(backend.cards.begun).toHaveLength(0);
  });

  test.each([
    [9_999, 'amount-not-allowed'],
    [10_000, null],
  ])('of %d sen: %p', async (amount, code) => {
    const asked = await request(await orderOf('1234567801', amount));
    expect(await errorCodeOf(backend, calls['payment.init'], asked)).toBe(code);
  });

  test('are refused while their bank is down', async () => {
    const refid = await orderOf('1234567801');
    await sandboxControl(backend, 'downtime', { method: 'MBB', until: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await errorCodeOf(backend, calls['payment.init'], await request(refid))).toBe('method-unavailable');
    expect(await errorCodeOf(backend, calls['payment.init'], await request(refid, { eppBank: 'CIMB' }))).toBeNull();
  });
});
