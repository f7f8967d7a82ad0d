import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { addDays, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { keptCardLimit } from '../backend/cards/card-velocity';
import { inTransaction } from '../backend/db/database';
import { observeSteps } from '../backend/faults/fault-points';
import {
  createPayment,
  errorCodeOf,
  freshAccount,
  sandboxControl,
  send,
  statusOf,
  succeed,
  testOperatorKey,
  testVisit,
} from '../backend/test-backend.fixture';
import { setUpProviderJourneys } from './provider-journeys.fixture';

/*
 * Saved cards that CHIP keeps: the backend with GATEWAYS=chip and the simulator of CHIP, from the card that is saved to its deletion.
 */

const journeys = setUpProviderJourneys(resolveMethodGateways({ GATEWAYS: ['chip'] }, true));
const device = 'd'.repeat(43);
const visa = '4111111111111111';
const total = 13_878;

const control = (path: string, body?: object) => sandboxControl(journeys.backend, path, body);
const db = () => journeys.backend.store.db;
const atChip = async (refid: string): Promise<readonly unknown[]> => {
  const attempts = await db().selectFrom('attempts').select('number').where('order_refid', '=', refid).execute();
  return Promise.all(attempts.map(({ number }) => journeys.readControl(`payments/${number}`)));
};
const listDeletions = () => db().selectFrom('card_deletions').selectAll().orderBy('id').execute();
const runJobs = () => journeys.backend.jobs.runDue();

afterEach(() => observeSteps(() => {}));

async function listCards(refid: string, deviceToken = device) {
  return (await succeed(journeys.backend, calls['card.list'], { refid, deviceToken })).favouriteCardList;
}

/** Begins a payment by a new card, and opens CHIP's page of cards. */
async function openCardPage(refid: string, saveCard = true): Promise<string> {
  const paymentRequest = { selectedPaymentMethod: 'newCard' as const, saveCard, userEmailAddress: 'payer@example.com' };
  return journeys.openPage({ refid, shownAmount: total, visitId: testVisit, deviceToken: device, paymentRequest });
}

/** Enters a card at CHIP, and presses a button of the issuer's page where there is one; the browser returns. */
async function enterCard(pageUrl: string, number: string, button = 'approve', fields: object = {}): Promise<void> {
  const card = { cardholder_name: 'Siti', card_number: number, expires: '12/39', cvc: '123', ...fields };
  const body = new URLSearchParams(card);
  const posted = await fetch(new URL('card', pageUrl), { method: 'POST', redirect: 'manual', body });
  const next = new URL(posted.headers.get('location') ?? 'none:', pageUrl);
  if (next.origin === journeys.siteOrigin) {
    return journeys.returnToSite({ route: next.pathname, fields: Object.fromEntries(next.searchParams) });
  }
  await journeys.returnToSite(await journeys.press(next.href, button));
}

/** Pays a bill of an account with a new card. Returns the payment's reference. */
async function payWithNewCard(account: string, number = visa, saveCard = true): Promise<string> {
  const refid = await createPayment(journeys.backend, account);
  await enterCard(await openCardPage(refid, saveCard), number);
  expect(await journeys.endStatusOf(refid)).toBe('successful');
  return refid;
}

/** An order of a partner that names the customer's account and vouches for the customer, as a bill's payment does not. */
async function orderOf(accountNumber: string): Promise<string> {
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: total }], customer: { accountNumber } };
  const { paymentId } = await control('orders', order);
  return (await succeed(journeys.backend, calls['payment.page'], { paymentId })).refid;
}

/** The request of a payment by the saved card that is listed first. */
async function savedCardRequest(refid: string, deviceToken: string | undefined = device) {
  const [card] = await listCards(refid, device);
  const choice = { selectedPaymentMethod: 'savedCard' as const, uniqueCardId: card?.uniqueCardId ?? 'none' };
  const paymentRequest = { ...choice, userEmailAddress: 'payer@example.com' };
  return { refid, shownAmount: total, visitId: testVisit, deviceToken, paymentRequest };
}

/** The biller has taken the payments of an account, and issues the next bill of the same amount. */
async function issueBill(accountNumber: string): Promise<void> {
  await runJobs();
  const dueDate = addDays(toMalaysiaDay(journeys.backend.clock.now().toISOString()), 10);
  await control('bills', { accountNumber, amount: total, dueDate });
}

/** Saves a card for an account, whose next bill is of the same amount, and returns the new payment of that bill. */
async function saveForNextBill(number = visa): Promise<string> {
  const account = freshAccount();
  await payWithNewCard(account, number);
  await issueBill(account);
  return createPayment(journeys.backend, account);
}

describe('a card', () => {
  test('that has paid, and that its payer has asked to save, is kept by CHIP: what it tells of the card is stored', async () => {
    const refid = await saveForNextBill();
    expect(await listCards(refid)).toMatchObject([
      { cardBrand: 'visa', lastFour: '1111', expiry: '12/39', needsCvv: false, isDefault: true, isOffline: false },
    ]);
    const rows = await db().selectFrom('saved_cards').selectAll().execute();
    expect(rows).toMatchObject([
      { gateway: 'chip', sealed: null, card_token: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    const page = await succeed(journeys.backend, calls['payment.page'], { refid });
    expect(page.paymentPageDto).toMatchObject({ cardEntry: 'gateway', rememberCardFlag: true, favouriteCardList: [] });
  });

  test.each([
    ['that was not asked for', visa, false],
    ['whose payment its bank did not verify by 3-D Secure', '4242424242424242', true],
  ])('%s is not saved', async (_name, number, saveCard) => {
    const account = freshAccount();
    await payWithNewCard(account, number, saveCard);
    expect(await db().selectFrom('saved_cards').selectAll().execute()).toEqual([]);
  });

  test('that CHIP has kept, and that cannot be saved, is deleted there', async () => {
    const refid = await payWithNewCard(freshAccount(), '4242424242424242');
    expect(await listDeletions()).toMatchObject([{ order_refid: refid, deleted_at: null }]);
    await runJobs();
    const [{ token = '', deleted_at: at } = {}] = await listDeletions();
    expect(at).not.toBeNull();
    const purchase = (await atChip(refid)) as readonly { readonly reference?: string }[];
    expect(purchase).toHaveLength(1);
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    const { history } = await control(`payments/${refid}`);
    expect(history.map(({ state }: { state: string }) => state)).toContain('card-deleted');
  });

  test('that is declined, or whose page is left, is not saved', async () => {
    const account = freshAccount();
    const refid = await createPayment(journeys.backend, account);
    await enterCard(await openCardPage(refid), visa, 'decline');
    expect(await statusOf(journeys.backend, refid)).toBe('failed');
    expect(await listCards(refid)).toEqual([]);
  });

  test('saved again is one card, with the new token; CHIP deletes the other', async () => {
    const account = freshAccount();
    await payWithNewCard(account);
    const [{ card_token: first = null } = {}] = await db().selectFrom('saved_cards').selectAll().execute();
    await issueBill(account);
    await payWithNewCard(account);
    const rows = await db().selectFrom('saved_cards').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.card_token).not.toBe(first);
    expect(await listDeletions()).toMatchObject([{ token: first, deleted_at: null }]);
  });

  test('row 59: is offered on its device for the account that it has paid, and for no other', async () => {
    const own = await saveForNextBill();
    const other = await createPayment(journeys.backend);
    expect(await listCards(own)).toHaveLength(1);
    expect(await listCards(own, 'e'.repeat(43))).toEqual([]);
    expect(await listCards(other)).toEqual([]);
    const { paymentRequest, ...request } = await savedCardRequest(own);
    const elsewhere = { ...request, refid: other, paymentRequest };
    expect(await errorCodeOf(journeys.backend, calls['payment.init'], elsewhere)).toBe('invalid-card');
    const stranger = { ...request, deviceToken: undefined, paymentRequest };
    expect(await errorCodeOf(journeys.backend, calls['payment.init'], stranger)).toBe('method-unavailable');
    expect(await atChip(own)).toEqual([]);
  });

  test('row 15: kept of a customer whom a partner vouches for is offered in that partner’s orders', async () => {
    const account = freshAccount();
    const refid = await orderOf(account);
    await enterCard(await openCardPage(refid), visa);
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    const next = await orderOf(account);
    const page = await succeed(journeys.backend, calls['payment.page'], { refid: next });
    expect(page.paymentPageDto).toMatchObject({
      favouriteCardList: [{ lastFour: '1111', needsCvv: false }],
      cardsBelongTo: 'customer',
    });
    expect(await listCards(await createPayment(journeys.backend, account))).toEqual([]);
  });
});

describe('a payment by a saved card', () => {
  test('is charged once, without a CVV, and credited', async () => {
    const refid = await saveForNextBill();
    const started = await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(started).toEqual({ refid, resultRoute: '/bankResultMBB', onward: null });
    expect(await statusOf(journeys.backend, refid)).toBe('successful');
    expect(await journeys.creditsOf(refid)).toBe(1);
    expect(await atChip(refid)).toMatchObject([{ state: 'approved', amount: total }]);
    expect(await db().selectFrom('saved_cards').selectAll().execute()).toHaveLength(1);
    expect(await listDeletions()).toEqual([]);
  });

  test('of two requests at the same time is charged once', async () => {
    const refid = await saveForNextBill();
    const request = await savedCardRequest(refid);
    const answers = await Promise.all([1, 2].map(() => send(journeys.backend, calls['payment.init'], request)));
    expect(answers.map(({ code }) => code).filter((code) => code === null).length).toBeGreaterThan(0);
    expect(await statusOf(journeys.backend, refid)).toBe('successful');
    expect(await atChip(refid)).toMatchObject([{ state: 'approved' }]);
  });

  test('that is declined leads to the result with its reason; the payer can choose again', async () => {
    const refid = await saveForNextBill('4000000000003063');
    await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    const result = await succeed(journeys.backend, calls['payment.result'], { refid, visitId: testVisit });
    expect(result).toMatchObject({ status: 'failed', reasonCode: 'insufficient_funds' });
    expect(await listCards(refid)).toHaveLength(1);
    await enterCard(await openCardPage(refid, false), visa);
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await journeys.creditsOf(refid)).toBe(1);
  });

  test('that the acquirer does not know yet is pending, and successful once it does', async () => {
    const refid = await saveForNextBill('4000000000003220');
    await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(await statusOf(journeys.backend, refid)).toBe('pending');
    expect(await errorCodeOf(journeys.backend, calls['payment.init'], await savedCardRequest(refid))).not.toBeNull();
    await control('clock', { advance: 'PT1H1M' });
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await atChip(refid)).toMatchObject([{ state: 'approved' }]);
  });

  test('whose answer is lost is found by asking: it is made once', async () => {
    const refid = await saveForNextBill();
    await control('charges', { mode: 'lost' });
    await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(await statusOf(journeys.backend, refid)).toBe('successful');
    expect(await atChip(refid)).toMatchObject([{ state: 'approved' }]);
    expect(await journeys.creditsOf(refid)).toBe(1);
  });

  test('that CHIP never got is pending until it is withdrawn; then the payer can pay again', async () => {
    const refid = await saveForNextBill();
    await control('charges', { mode: 'down' });
    await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(await statusOf(journeys.backend, refid)).toBe('pending');
    const again = await send(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(again.code).toBe('attempt-under-way');
    await control('clock', { advance: 'PT3M' });
    expect(await statusOf(journeys.backend, refid)).toBe('failed');
    expect(await atChip(refid)).toMatchObject([{ state: 'cancelled' }]);
    await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    expect(await statusOf(journeys.backend, refid)).toBe('successful');
    expect(await atChip(refid)).toMatchObject([{ state: 'cancelled' }, { state: 'approved' }]);
  });

  test.each(['purchases.create', 'purchases.charge'])(
    'that CHIP cannot begin (%s is down) is charged once when the payer tries again',
    async (call) => {
      const refid = await saveForNextBill();
      await journeys.control('faults', { call: `chip.${call}`, mode: 'error', times: 1 });
      await send(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
      await control('clock', { advance: 'PT3M' });
      expect(await statusOf(journeys.backend, refid)).toBe('failed');
      await succeed(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
      expect(await statusOf(journeys.backend, refid)).toBe('successful');
      const approved = (await atChip(refid)).filter((one) => (one as { state?: string }).state === 'approved');
      expect(approved).toHaveLength(1);
    },
  );

  test('row 59: stopped between any two steps, a payment is charged at most once, and the payer is told the truth', async () => {
    const reached = new Set<string>();
    const pay = async (dieAt: string | null) => {
      await control('reset', {});
      const refid = await saveForNextBill();
      const request = await savedCardRequest(refid);
      let hasDied = false;
      observeSteps(({ work, at, number }) => {
        if (work !== 'payment.init') return;
        reached.add(`${at} ${number}`);
        if (hasDied || `${at} ${number}` !== dieAt) return;
        hasDied = true;
        throw new Error('the process was killed');
      });
      await send(journeys.backend, calls['payment.init'], request);
      observeSteps(() => {});
      for (let times = 0; times < 3; times += 1) await control('clock', { advance: 'PT3M' });
      const status = await journeys.endStatusOf(refid);
      const approved = (await atChip(refid)).filter((one) => (one as { state?: string }).state === 'approved');
      expect(approved).toHaveLength(status === 'successful' ? 1 : 0);
      expect(await journeys.creditsOf(refid)).toBe(approved.length);
    };
    await pay(null);
    expect([...reached]).toEqual(
      expect.arrayContaining(['before-gateway 1', 'gateway-answered 1', 'before-gateway 2']),
    );
    for (const step of [...reached]) await pay(step);
  }, 300_000);

  test(`row 59: a card is charged without a CVV ${keptCardLimit.maximum} times a day, paid or not`, async () => {
    const account = freshAccount();
    await payWithNewCard(account);
    const payNext = async () => {
      const refid = await createPayment(journeys.backend, account);
      return errorCodeOf(journeys.backend, calls['payment.init'], await savedCardRequest(refid));
    };
    for (let times = 0; times < keptCardLimit.maximum; times += 1) {
      await issueBill(account);
      expect(await payNext()).toBeNull();
    }
    await issueBill(account);
    expect(await payNext()).toBe('rate-limited');
    await control('clock', { advance: 'PT24H1M' });
    expect(await payNext()).toBeNull();
  });
});

describe('a saved card that is removed', () => {
  async function remove(refid: string): Promise<void> {
    const [card] = await listCards(refid);
    const uniqueCardId = card?.uniqueCardId ?? '';
    await succeed(journeys.backend, calls['card.delete'], { refid, uniqueCardId, deviceToken: device });
  }

  test('is deleted by CHIP, and cannot be charged any more', async () => {
    const refid = await saveForNextBill();
    const [{ card_token: token = null } = {}] = await db().selectFrom('saved_cards').selectAll().execute();
    const request = await savedCardRequest(refid);
    await remove(refid);
    expect(await listCards(refid)).toEqual([]);
    await runJobs();
    expect(await listDeletions()).toMatchObject([{ gateway: 'chip', token, deleted_at: expect.anything() }]);
    expect(await errorCodeOf(journeys.backend, calls['payment.init'], request)).toBe('invalid-card');
  });

  test('is deleted later where CHIP does not answer', async () => {
    const refid = await saveForNextBill();
    await journeys.control('faults', { call: 'chip.purchases.delete_recurring_token', mode: 'error', times: 1 });
    await remove(refid);
    await runJobs();
    expect(await listDeletions()).toMatchObject([{ deleted_at: null, given_up_at: null }]);
    await control('clock', { advance: 'PT5M' });
    expect(await listDeletions()).toMatchObject([{ deleted_at: expect.anything() }]);
  });

  test('and that CHIP does not delete for a week is in the review queue, where an operator closes it', async () => {
    const refid = await saveForNextBill();
    await journeys.control('faults', { call: 'chip.purchases.delete_recurring_token', mode: 'error', times: 1000 });
    await remove(refid);
    const headers = { authorization: `Bearer ${testOperatorKey}` };
    const listReview = async () =>
      (await journeys.backend.app.inject({ url: '/operator/review', headers })).json<readonly { id: string }[]>();
    for (let hours = 0; hours < 6 * 24; hours += 6) await control('clock', { advance: 'PT6H' });
    expect(await listReview()).toEqual([]);
    for (let hours = 0; hours < 4 * 24; hours += 6) await control('clock', { advance: 'PT6H' });
    const [{ token = '' } = {}] = await listDeletions();
    expect(await listReview()).toMatchObject([
      { reason: 'card-not-deleted', whose: 'chip', reference: token, amount: null },
    ]);
    const [{ id = '' } = {}] = await listReview();
    const closed = await journeys.backend.app.inject({
      ...{ method: 'POST', url: `/operator/review/${id}/close`, headers, payload: { note: 'deleted in the portal' } },
    });
    expect(closed.statusCode).toBe(200);
    expect(await listReview()).toEqual([]);
  });

  test('is not deleted while a registration for auto debit is charged by the same token', async () => {
    const refid = await saveForNextBill();
    const order = await db().selectFrom('orders').selectAll().where('refid', '=', refid).executeTakeFirstOrThrow();
    const { card_token: token } = await db().selectFrom('saved_cards').selectAll().executeTakeFirstOrThrow();
    const verification = await db()
      .insertInto('card_verifications')
      .values({
        ...{ order_refid: order.refid, number: 'a'.repeat(20), gateway: 'chip', gateway_payment: null, amount: 0 },
        ...{ unexpected_amount: null, unexpected_currency: null, unexpected_at: null, state: 'approved' },
        ...{ card: null, card_token: token, onward: null, gateway_reference: null, reason_code: null },
        ...{ payer_email: 'payer@example.com', payer_address: '', created_at: new Date(), deadline: new Date() },
        ...{ approved_at: new Date(), reversed_at: null, returned_at: null, enquiry_budget_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .insertInto('auto_debits')
      .values({
        ...{ account_number: order.account_number ?? '', order_refid: order.refid, registered_by: 'otp' },
        ...{ registered_at: new Date(), card_brand: 'visa', card_last_four: '1111', card_expiry: '12/39' },
        ...{ card_sealed: null, card_verification: verification.id, mandate: null, is_charged: true },
      })
      .execute();
    await remove(refid);
    await runJobs();
    expect(await listDeletions()).toEqual([]);
    await inTransaction(db(), async (trx) => {
      await trx.deleteFrom('auto_debits').execute();
      await trx.updateTable('card_verifications').set({ is_given_up: true }).execute();
      const due = { kind: 'settle-card-check', subject: String(verification.id), due_at: new Date(0) } as const;
      await trx
        .insertInto('jobs')
        .values({ ...due, claimed_until: null })
        .execute();
    });
    await runJobs();
    await runJobs();
    expect(await listDeletions()).toMatchObject([{ token, deleted_at: expect.anything() }]);
  });

  test('by the erasure of an account’s data is deleted by CHIP, too', async () => {
    const account = freshAccount();
    const refid = await orderOf(account);
    await enterCard(await openCardPage(refid), visa);
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    await runJobs();
    const { savedCards } = journeys.backend.services;
    const [{ owner = '' } = {}] = await db().selectFrom('saved_cards').selectAll().execute();
    expect(await inTransaction(db(), (trx) => savedCards.removeAll(trx, [owner]))).toBe(1);
    await runJobs();
    expect(await listDeletions()).toMatchObject([{ deleted_at: expect.anything() }]);
  });
});

test('a card of another gateway is not offered', async () => {
  const refid = await saveForNextBill();
  await db().updateTable('saved_cards').set({ gateway: 'stripe' }).execute();
  expect(await listCards(refid)).toEqual([]);
});
