import { calls } from '@/lib/contract/calls';
import { closeReview, listReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import { sandboxControl, encryptForPage, statusOf, succeed } from '../test-backend.fixture';
import { account, setUpAutoDebitBackend, visa, visitId } from './auto-debit.fixture';

const autoDebit = setUpAutoDebitBackend();
const { backend, faults, payByFpx, infoOf, sendPin, verify, confirm, keptCards } = autoDebit;
const { payByCard, giveCard, verifications } = autoDebit;

/** A customer whom a partner vouches for pays with a Visa that is saved. */
async function payBySavedCard(): Promise<string> {
  const { url } = await sandboxControl(backend, 'orders', {
    partnerKey: 'EBILL',
    items: [{ name: 'Decoder', amount: 12_900 }],
    ...{ billAccount: '1234567809', customer: { accountNumber: '1234567809' } },
  });
  const paymentId = new URL(url).searchParams.get('paymentId') ?? '';
  const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
  const card = paymentPageDto.favouriteCardList.find(({ lastFour }) => lastFour === '1111');
  await succeed(backend, calls['payment.init'], {
    refid,
    visitId,
    shownAmount: 12_900,
    paymentRequest: {
      ...{ selectedPaymentMethod: 'savedCard', uniqueCardId: card?.uniqueCardId },
      savedCardCvv: await encryptForPage(backend, refid, { cvv: '123' }),
      userEmailAddress: 'payer@example.com',
    },
  });
  expect(await statusOf(backend, refid)).toBe('successful');
  return refid;
}

/** What `npm run ops -- review` lists. */
const waiting = () => listReview(backend.services);

describe('the card', () => {
  test('that has paid is verified by RM1, reversed immediately, and stored for the account', async () => {
    const refid = await payByCard();
    expect((await confirm(refid)).body).toEqual({ refid, state: 'registered' });
    const [, check] = backend.cards.begun;
    expect(check).toMatchObject({ order: { amount: 100 }, card: { number: visa.number, cvv: null } });
    expect(await verifications()).toMatchObject([
      { refid, number: check?.order.number, amount: 100, state: 'reversed', reversedAt: expect.any(String) },
    ]);
    expect(backend.cards.voided).toEqual([check?.order.number]);
    const [kept, ...others] = await keptCards();
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ account_number: account, card_brand: 'visa', card_last_four: '4242' });
    expect(JSON.stringify(kept)).not.toContain(visa.number);
    expect(backend.services.savedCards.decrypt({ sealed: kept?.card_sealed ?? '', expiry: '12/39' }).number).toBe(
      visa.number,
    );
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    const states: readonly string[] = history.map(({ state }: { state: string }) => state);
    // The mandate is another job.
    expect(states.filter((state) => state !== 'mandate-accepted').slice(-5)).toEqual([
      'auto-debit-confirmed',
      'card-verification',
      'card-verified',
      'auto-debit',
      'card-verification-reversed',
    ]);
    const { credits, balanced } = await sandboxControl(backend, 'ledger');
    expect([credits.length, balanced]).toEqual([1, true]);
  });

  test('that has paid is retained only if its payer has ticked auto debit', async () => {
    const refid = await payByCard(false);
    const waiting = () =>
      backend.store.db.selectFrom('attempts').select('auto_debit_card').where('order_refid', '=', refid).execute();
    expect(await waiting()).toEqual([{ auto_debit_card: null }]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', card: null, isAskedFor: false });
    expect((await confirm(refid)).body).toEqual({ refid, state: 'card-needed' });
    expect(backend.cards.begun).toHaveLength(1);
    expect((await giveCard(refid, { ...visa, number: '5555555555554444' })).status).toBe(200);
    expect(await keptCards()).toMatchObject([{ card_last_four: '4444' }]);
  });

  test.each([
    ['that was saved already', payBySavedCard],
    ['whose payer has ticked auto debit', () => payByCard()],
  ])('row 15: %s is neither shown to nor registered by another visit than the one that paid', async (_card, pay) => {
    const refid = await pay();
    const other = 'the-visit-of-the-holder';
    expect(await infoOf(refid, other)).toMatchObject({ state: 'offered', card: null });
    expect((await verify(refid, await sendPin(refid), other)).body).toEqual({ refid, state: 'card-needed' });
    expect(backend.cards.begun).toHaveLength(1);
    expect(await keptCards()).toEqual([]);
  });

  test('that was saved already, and has paid, is offered for auto debit', async () => {
    const refid = await payBySavedCard();
    expect(await infoOf(refid)).toMatchObject({ card: { cardBrand: 'visa', lastFour: '1111' }, isAskedFor: false });
    expect((await confirm(refid)).body).toEqual({ refid, state: 'registered' });
    expect(await keptCards()).toMatchObject([{ card_last_four: '1111' }]);
  });

  test('entered on the registration page is stored, and no other', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    const other = { ...visa, number: '5555555555554444' };
    expect((await giveCard(refid, other)).body).toEqual({ refid, state: 'registered' });
    expect(await keptCards()).toMatchObject([{ card_brand: 'mastercard', card_last_four: '4444' }]);
    expect(backend.cards.begun).toMatchObject([{ card: { number: other.number, cvv: '123' } }]);
    expect(await infoOf(refid)).toMatchObject({ card: { cardBrand: 'mastercard', lastFour: '4444' } });
  });

  test('is requested only after the account holder’s consent', async () => {
    const refid = await payByFpx();
    expect((await giveCard(refid)).code).toBe('not-confirmed');
    expect(backend.cards.begun).toEqual([]);
  });

  test('that is refused registers nothing and is deleted; another one can be entered', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'failed';
    expect((await confirm(refid)).code).toBe('card-refused');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card', cardRefused: true, card: null });
    expect(await keptCards()).toEqual([]);
    backend.cards.beginning = 'successful';
    expect((await giveCard(refid, { ...visa, number: '5555555555554444' })).status).toBe(200);
    expect(await keptCards()).toMatchObject([{ card_last_four: '4444' }]);
    expect((await verifications()).map(({ state }: { state: string }) => state)).toEqual(['refused', 'reversed']);
  });

  test.each([
    ['broken', { number: '4242424242424241' }, 'invalid-card'],
    ['expired', { expiry: '01/20' }, 'card-expired'],
  ])('that is %s is not sent to the acquirer', async (_name, change, code) => {
    const refid = await payByFpx();
    await confirm(refid);
    expect((await giveCard(refid, { ...visa, ...change })).code).toBe(code);
    expect(backend.cards.begun).toEqual([]);
  });

  test('can be verified five times', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    backend.cards.beginning = 'failed';
    const codes = [];
    for (let card = 0; card < 6; card += 1) codes.push((await giveCard(refid)).code);
    expect(codes).toEqual([...Array<string>(5).fill('card-refused'), 'attempts-exceeded']);
    expect(backend.cards.begun).toHaveLength(5);
  });

  test('whose reversal is lost is reversed again until it is confirmed', async () => {
    const refid = await payByCard();
    backend.cards.lostVoids = 3;
    await confirm(refid);
    expect(await verifications()).toMatchObject([{ state: 'approved', reversedAt: null }]);
    for (const minutes of [2, 4, 8]) await sandboxControl(backend, 'clock', { advance: `PT${minutes}M` });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(backend.cards.voided).toHaveLength(4);
  });

  test.each(['unreachable', 'pending'] as const)(
    'without a response (%s) registers nothing, and a later charge is reversed',
    async (beginning) => {
      const refid = await payByCard();
      backend.cards.beginning = beginning;
      expect((await confirm(refid)).code).toBe('try-later');
      const number = backend.cards.begun.at(-1)?.order.number ?? '';
      backend.cards.setStatus(number, 'successful', 100);
      await sandboxControl(backend, 'clock', { advance: 'PT10M' });
      expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
      expect(await keptCards()).toEqual([]);
    },
  );

  test('that the acquirer receives after the enquiry is reversed', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'unreachable';
    await confirm(refid);
    const number = backend.cards.begun.at(-1)?.order.number ?? '';
    await sandboxControl(backend, 'clock', { advance: 'PT2M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    backend.cards.setStatus(number, 'successful', 100);
    await sandboxControl(backend, 'clock', { advance: 'PT15M' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(backend.cards.voided).toEqual([number]);
    expect(await keptCards()).toEqual([]);
  });

  test('that is superseded before the acquirer responds is reversed too', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    let open = () => {};
    backend.cards.gate = new Promise((resolve) => (open = resolve));
    const first = giveCard(refid);
    await backend.cards.waitForBegun(1);
    const second = giveCard(refid, { ...visa, number: '5555555555554444' });
    await backend.cards.waitForBegun(2);
    await backend.jobs.runDue();
    const waiting = await backend.store.db.selectFrom('card_verifications').select('card').orderBy('id').execute();
    expect(waiting.map(({ card }) => card === null)).toEqual([true, false]);
    open();
    expect([(await first).code, (await second).status]).toEqual(['try-later', 200]);
    expect((await verifications()).map(({ state }: { state: string }) => state)).toEqual(['reversed', 'reversed']);
    expect(await keptCards()).toMatchObject([{ card_last_four: '4444' }]);
  });

  test('that stays pending at the acquirer is enquired with increasing delays, with one history entry', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'pending';
    await confirm(refid);
    backend.cards.enquired.length = 0;
    for (let minute = 0; minute < 12; minute += 1) await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    expect(backend.cards.enquired.length).toBeLessThanOrEqual(3);
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    const states = history.map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'card-verification-unanswered')).toHaveLength(1);
  });

  test('whose reversal is a day late is reported to the operator', async () => {
    const refid = await payByCard();
    backend.cards.lostVoids = 20;
    await confirm(refid);
    await backend.jobs.runDue();
    faults.length = 0;
    await sandboxControl(backend, 'clock', { advance: 'PT23H' });
    expect(faults).toEqual([]);
    await sandboxControl(backend, 'clock', { advance: 'PT7H' });
    const number = backend.cards.begun.at(-1)?.order.number;
    expect(faults).toEqual([{ event: 'card verification not reversed', code: number }]);
    expect(await waiting()).toMatchObject([{ refid, amount: 100, reason: 'card-not-given-back', whose: 'acquirer' }]);
    await sandboxControl(backend, 'clock', { advance: 'P8D' });
    await backend.jobs.runDue();
    backend.cards.voided.length = 0;
    await sandboxControl(backend, 'clock', { advance: 'P1D' });
    expect(backend.cards.voided).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  test.each([['at once'], ['after it was refused']])(
    'that is charged another amount, reported %s, goes to review, and is enquired for a week',
    async (when) => {
      const refid = await payByCard();
      backend.cards.beginning = when === 'at once' ? 'unreachable' : 'unknown';
      await confirm(refid);
      const number = backend.cards.begun.at(-1)?.order.number ?? '';
      backend.cards.setStatus(number, 'successful', 200);
      faults.length = 0;
      await sandboxControl(backend, 'clock', { advance: 'PT20M' });
      expect(await waiting()).toMatchObject([{ refid, reason: 'amount-differs', whose: 'acquirer' }]);
      if (when === 'at once') expect(faults[0]).toEqual({ event: 'card verification not reversed', code: number });
      const { history } = await sandboxControl(backend, `payments/${refid}`);
      const differs = history.filter(({ state }: { state: string }) => state === 'card-verification-differs');
      expect(differs).toMatchObject([{ detail: 'MYR 200' }]);
      expect(backend.cards.voided).toEqual([]);
      expect(await keptCards()).toEqual([]);

      await sandboxControl(backend, 'clock', { advance: 'P8D' });
      backend.cards.enquired.length = 0;
      await sandboxControl(backend, 'clock', { advance: 'P8D' });
      expect(backend.cards.enquired).toEqual([]);
      expect(await waiting()).toHaveLength(1);
      expect(
        await closeReview(backend.services, (await waiting())[0]?.id ?? '', {
          note: 'refunded by hand',
          by: sharedKey,
        }),
      ).toBe('closed');
      expect(await waiting()).toEqual([]);
    },
  );

  test('without an outcome for a day goes to review', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'pending';
    await confirm(refid);
    await sandboxControl(backend, 'clock', { advance: 'PT23H' });
    expect(await waiting()).toEqual([]);
    await sandboxControl(backend, 'clock', { advance: 'PT2H' });
    expect(await waiting()).toMatchObject([{ refid, reason: 'card-not-answered' }]);
  });

  test('that has paid is deleted half an hour after its payment', async () => {
    const refid = await payByCard();
    await sandboxControl(backend, 'clock', { advance: 'PT31M' });
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', card: null });
    expect((await confirm(refid)).body).toEqual({ refid, state: 'card-needed' });
  });
});
