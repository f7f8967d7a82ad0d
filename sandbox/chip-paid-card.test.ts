import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { createPayment, sandboxControl, succeed, testVisit } from '../backend/test-backend.fixture';
import { setUpProviderJourneys } from './provider-journeys.fixture';

/* Auto debit by the card that has just paid and that CHIP keeps: GATEWAYS=chip. */

const chargePolicy = { noticeDays: 3, retryDays: [1, 3, 5] };
const journeys = setUpProviderJourneys(resolveMethodGateways({ GATEWAYS: ['chip'] }, true), { chargePolicy });
const account = '1234567801';
const total = 13_878;
const device = 'd'.repeat(43);
const [verified, withoutThreeDSecure] = ['4111111111111111', '4242424242424242'];
const stranger = 'visit-of-a-stranger-001';

const control = (path: string, body?: object) => sandboxControl(journeys.backend, path, body);
const db = () => journeys.backend.store.db;
const runJobs = () => journeys.backend.jobs.runDue();
const listRegistrations = () => db().selectFrom('auto_debits').selectAll().execute();
const listVerifications = () => db().selectFrom('card_verifications').selectAll().orderBy('id').execute();
const listSavedCards = () => db().selectFrom('saved_cards').selectAll().execute();
const listDeletions = () => db().selectFrom('card_deletions').selectAll().orderBy('id').execute();
const infoOf = (refid: string, visitId = testVisit) =>
  succeed(journeys.backend, calls['autodebit.info'], { refid, visitId });

/** Pays the account's bill with a new card on CHIP's page. Returns the payment's reference. */
async function payWithNewCard(
  choice: { readonly isAutoDebitOption: boolean; readonly saveCard: boolean },
  number = verified,
  button = 'approve',
): Promise<string> {
  const refid = await createPayment(journeys.backend, account);
  const paymentRequest = {
    selectedPaymentMethod: 'newCard',
    userEmailAddress: 'payer@example.com',
    ...choice,
  } as const;
  const request = { refid, shownAmount: total, visitId: testVisit, deviceToken: device, paymentRequest };
  const page = await journeys.openPage(request);
  const card = { cardholder_name: 'Siti', card_number: number, expires: '12/39', cvc: '123' };
  const posted = await fetch(new URL('card', page), {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams(card),
  });
  const next = new URL(posted.headers.get('location') ?? 'none:', page);
  await journeys.returnToSite(
    next.origin === journeys.siteOrigin
      ? { route: next.pathname, fields: Object.fromEntries(next.searchParams) }
      : await journeys.press(next.href, button),
  );
  expect(await journeys.endStatusOf(refid)).toBe(button === 'approve' ? 'successful' : 'failed');
  return refid;
}

/** Confirms auto debit by a PIN. Returns the registration's state. */
async function confirm(refid: string, visitId = testVisit): Promise<string> {
  await succeed(journeys.backend, calls['autodebit.sendOtp'], { refid });
  const [{ code: otp }] = await control('messages?to=60121234567');
  return (await succeed(journeys.backend, calls['autodebit.verifyOtp'], { refid, otp, visitId })).state;
}

test.each([false, true])(
  'the card of a payer who has ticked auto debit is named before the PIN, and registered after it; saved: %s',
  async (saveCard) => {
    const refid = await payWithNewCard({ isAutoDebitOption: true, saveCard });
    expect(await infoOf(refid)).toMatchObject({ step: 'confirm', card: { cardBrand: 'visa', lastFour: '1111' } });
    expect(await confirm(refid)).toBe('registered');
    await runJobs();
    await runJobs();
    const [verification, ...others] = await listVerifications();
    expect(others).toEqual([]);
    expect(verification).toMatchObject({ amount: 0, state: 'approved', gateway: 'chip', is_given_up: false });
    expect(await listRegistrations()).toMatchObject([
      { account_number: account, card_last_four: '1111', card_sealed: null, card_verification: verification?.id },
    ]);
    expect((await listSavedCards()).map(({ card_token }) => card_token)).toEqual(
      saveCard ? [verification?.card_token] : [],
    );
    // The retention time passes: the card is in use.
    await control('clock', { advance: 'PT31M' });
    await runJobs();
    expect(await listDeletions()).toEqual([]);
    expect((await control('ledger')).balanced).toBe(true);
  },
);

test('the card of a payer who has not ticked auto debit is neither named nor kept', async () => {
  const refid = await payWithNewCard({ isAutoDebitOption: false, saveCard: false });
  expect(await infoOf(refid)).toMatchObject({ step: 'confirm', card: null });
  expect(await confirm(refid)).toBe('card-needed');
});

test('row 15: another visit is not told the card, and has to enter one', async () => {
  const refid = await payWithNewCard({ isAutoDebitOption: true, saveCard: false });
  expect(await infoOf(refid, stranger)).toMatchObject({ step: 'confirm', card: null });
  expect(await confirm(refid, stranger)).toBe('card-needed');
  expect(await listRegistrations()).toEqual([]);
});

test('a card whose payment its bank did not verify by 3-D Secure is not registered, and is deleted', async () => {
  const refid = await payWithNewCard({ isAutoDebitOption: true, saveCard: false }, withoutThreeDSecure);
  expect(await infoOf(refid)).toMatchObject({ card: null });
  expect(await confirm(refid)).toBe('card-needed');
  await runJobs();
  expect(await listDeletions()).toMatchObject([{ order_refid: refid, deleted_at: expect.anything() }]);
});

test('a declined card is not retained', async () => {
  const refid = await payWithNewCard({ isAutoDebitOption: true, saveCard: false }, verified, 'decline');
  const attempts = await db()
    .selectFrom('attempts')
    .select('auto_debit_card')
    .where('order_refid', '=', refid)
    .execute();
  expect(attempts).toEqual([{ auto_debit_card: null }]);
});

test('a card that is not registered within half an hour is deleted at CHIP', async () => {
  const refid = await payWithNewCard({ isAutoDebitOption: true, saveCard: false });
  expect(await listDeletions()).toEqual([]);
  await control('clock', { advance: 'PT31M' });
  await runJobs();
  await runJobs();
  expect(await listDeletions()).toMatchObject([{ order_refid: refid, deleted_at: expect.anything() }]);
  expect(await infoOf(refid)).toMatchObject({ card: null });
});

describe('a saved card that has paid', () => {
  /** Saves a card by a payment, and pays the next bill with it. Returns the payment's reference and the card's id. */
  async function payWithSavedCard() {
    await payWithNewCard({ isAutoDebitOption: false, saveCard: true });
    await runJobs();
    await control('bills', { accountNumber: account, amount: total, dueDate: '2099-01-01' });
    const refid = await createPayment(journeys.backend, account);
    const { favouriteCardList } = await succeed(journeys.backend, calls['card.list'], { refid, deviceToken: device });
    const uniqueCardId = favouriteCardList[0]?.uniqueCardId ?? '';
    const choice = { selectedPaymentMethod: 'savedCard', uniqueCardId, userEmailAddress: 'payer@example.com' } as const;
    await succeed(journeys.backend, calls['payment.init'], {
      ...{ refid, shownAmount: total, visitId: testVisit, deviceToken: device, paymentRequest: choice },
    });
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    return { refid, uniqueCardId };
  }

  test('is registered after the PIN, and stays saved', async () => {
    const { refid } = await payWithSavedCard();
    expect(await infoOf(refid)).toMatchObject({ card: { lastFour: '1111' } });
    expect(await confirm(refid)).toBe('registered');
    await control('clock', { advance: 'PT31M' });
    await runJobs();
    const [saved] = await listSavedCards();
    expect(await listVerifications()).toMatchObject([{ card_token: saved?.card_token, state: 'approved' }]);
    expect(await listDeletions()).toEqual([]);
  });

  test('and that its payer has removed since is not registered', async () => {
    const { refid, uniqueCardId } = await payWithSavedCard();
    await succeed(journeys.backend, calls['card.delete'], { refid, uniqueCardId, deviceToken: device });
    expect(await infoOf(refid)).toMatchObject({ card: null });
    expect(await confirm(refid)).toBe('card-needed');
  });
});
