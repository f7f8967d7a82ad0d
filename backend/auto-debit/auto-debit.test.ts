import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { calls } from '@/lib/contract/calls';
import { testsRunOnPostgres } from '../db/test-store';
import {
  bringCallback,
  control,
  createPayment,
  encryptForPage,
  payByFpx as payByBank,
  redirectToBank,
  refusalOf,
  send,
  startTestBackend,
  statusOf,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';
import { silentLog, type LogLine } from '../http/log';
import { closeReview, listReview } from '../operations/review-queue';

let backend: TestBackend;
const faults: LogLine[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ log: { ...silentLog, error: (line) => faults.push(line) } });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.jobs.runDue();
  await control(backend, 'reset', {});
  backend.cards.begun.length = 0;
  backend.cards.voided.length = 0;
  backend.cards.lostVoids = 0;
  backend.cards.isReachable = true;
  backend.cards.beginning = 'successful';
  backend.cards.gate = Promise.resolve();
});

const account = '1234567801';
const mobileNumber = '60121234567';
const visa = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };

const payByFpx = (accountNumber = account) => payByBank(backend, accountNumber);

async function payByCard(isAutoDebitOption = true): Promise<string> {
  const refid = await createPayment(backend, account);
  const cardDetails = await encryptForPage(backend, refid, visa);
  await succeed(backend, calls['payment.init'], {
    refid,
    shownAmount: 13_878,
    paymentRequest: {
      ...{ selectedPaymentMethod: 'newCard', cardDetails, isAutoDebitOption },
      userEmailAddress: 'payer@example.com',
    },
  });
  expect(await statusOf(backend, refid)).toBe('successful');
  return refid;
}

/** A customer whom a partner vouches for pays with a Visa that is saved. */
async function payBySavedCard(): Promise<string> {
  const { url } = await control(backend, 'orders', {
    partnerKey: 'EBILL',
    items: [{ name: 'Decoder', amount: 12_900 }],
    customer: { accountNumber: '1234567809' },
  });
  const paymentId = new URL(url).searchParams.get('paymentId') ?? '';
  const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
  const card = paymentPageDto.favouriteCardList.find(({ lastFour }) => lastFour === '1111');
  await succeed(backend, calls['payment.init'], {
    refid,
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

const infoOf = (refid: string) => succeed(backend, calls['autodebit.info'], { refid });
const verify = (refid: string, otp: string) => send(backend, calls['autodebit.verifyOtp'], { refid, otp });

async function sendPin(refid: string, language?: 'en' | 'ms'): Promise<string> {
  await succeed(backend, calls['autodebit.sendOtp'], { refid, language });
  const [newest] = await control(backend, `messages?to=${mobileNumber}`);
  return newest.code;
}

async function confirm(refid: string) {
  return verify(refid, await sendPin(refid));
}

async function giveCard(refid: string, card: object = visa) {
  const cardDetails = await encryptForPage(backend, refid, card);
  return send(backend, calls['autodebit.card'], { refid, cardDetails });
}

const problemSchema = z.object({ code: z.string() });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const keptCards = () => backend.store.db.selectFrom('auto_debits').selectAll().execute();

/** What `npm run ops -- review` lists. */
const waiting = () => listReview(backend.services);

async function verifications() {
  await backend.jobs.runDue();
  return (await control(backend, 'ledger')).verifications;
}

describe('the offer', () => {
  test('follows a payment, with texts, rebate and the masked number', async () => {
    expect(await infoOf(await payByFpx())).toMatchObject({
      ...{ state: 'offered', step: 'confirm', autoDebitType: 'otp', maskedMobileNumber: '***4567', card: null },
      ...{ autoDebitPopupTitle: 'Never miss a bill', rebate: { amount: 300, months: 6 }, isAskedFor: false },
    });
  });

  test.each([
    ['en', 'Never miss a bill', 'Put this account', 'Thank you.'],
    ['ms', 'Jangan terlepas bil lagi', 'Daftarkan akaun ini', 'Terima kasih.'],
  ] as const)('is made in the language of the payer: %s', async (language, title, message, thankYou) => {
    const refid = await payByFpx();
    const texts = {
      autoDebitPopupTitle: title,
      autoDebitPopupMessage: expect.stringContaining(message),
      autoDebitThankYouMessage: expect.stringContaining(thankYou),
    };
    expect(await succeed(backend, calls['autodebit.info'], { refid, language })).toMatchObject(texts);
    const { autoDebitResponse } = await succeed(backend, calls['payment.result'], { refid, language });
    expect(autoDebitResponse).toMatchObject(texts);
    expect(await succeed(backend, calls['partner.get'], { partnerKey: 'EBILL', language })).toMatchObject(texts);
  });

  test('knows the card that has paid, and whether its payer has asked for it', async () => {
    expect(await infoOf(await payByCard())).toMatchObject({
      card: { cardBrand: 'visa', lastFour: '4242' },
      isAskedFor: true,
    });
  });

  test('is not made to an account that is on auto debit, there or here', async () => {
    const theirs = await payByFpx('1234567811');
    expect(await infoOf(theirs)).toMatchObject({ state: 'not-offered' });
    expect((await succeed(backend, calls['payment.result'], { refid: theirs })).autoDebitResponse).toBeNull();
    const refid = await payByCard();
    await confirm(refid);
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], {
      refid: await createPayment(backend, account),
    });
    expect(paymentPageDto.autoDebitCampaignEnabled).toBe(false);
  });

  test.each([{ autoDebitType: '' }, { autoDebitNonLoggedInEnabled: false }, { autoDebitType: 'fax' }])(
    'is not made where the config says %j',
    async (config) => {
      const refid = await payByFpx();
      await control(backend, 'config', config);
      expect(await infoOf(refid)).toMatchObject({ state: 'not-offered' });
      expect(await refusalOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('not-offered');
      expect(await refusalOf(backend, calls['autodebit.remind'], { refid })).toBe('not-offered');
    },
  );

  test('put off comes once more by e-mail the next day, however often it was put off', async () => {
    const refid = await payByFpx();
    const first = await succeed(backend, calls['autodebit.remind'], { refid });
    expect(await succeed(backend, calls['autodebit.remind'], { refid })).toEqual(first);
    const reminders = async () =>
      (await control(backend, 'messages?to=payer@example.com')).filter(
        ({ kind }: { kind: string }) => kind === 'reminder',
      );
    await control(backend, 'clock', { advance: 'PT23H' });
    expect(await reminders()).toEqual([]);
    await control(backend, 'clock', { advance: 'PT1H' });
    const [reminder] = await reminders();
    expect(reminder.text).toContain('RM3 a month');
    expect(reminder.text).toContain(`http://localhost:3000/ulm/autodebit/register?refid=${refid}`);
    await succeed(backend, calls['autodebit.remind'], { refid });
    await control(backend, 'clock', { advance: 'P2D' });
    expect(await reminders()).toHaveLength(1);
  });

  test('put off comes back in the language in which its payer paid', async () => {
    const { refid, number } = await redirectToBank(backend, await createPayment(backend, account), undefined, 'ms');
    backend.fpx.say(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    await succeed(backend, calls['autodebit.remind'], { refid });
    await control(backend, 'clock', { advance: 'PT24H' });
    const sent: { kind: string; text: string }[] = await control(backend, 'messages?to=payer@example.com');
    expect(sent.find(({ kind }) => kind === 'reminder')?.text).toMatch(/^Jangan terlepas[^]*Daftar di sini: http/);
  });

  test('put off is forgotten once the account is on auto debit', async () => {
    const refid = await payByCard();
    await succeed(backend, calls['autodebit.remind'], { refid });
    await confirm(refid);
    await control(backend, 'clock', { advance: 'P2D' });
    const kinds = (await control(backend, 'messages')).map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('reminder');
  });
});

describe('a one-time PIN', () => {
  // The embedded store has one connection: of what comes at once there, more is only more of the same.
  const guesses = testsRunOnPostgres ? 10_000 : 400;
  test(`of ${guesses} guesses, 200 at once, at most five are judged`, async () => {
    const refid = await payByFpx();
    const pin = await sendPin(refid);
    const { oneTimeCodes } = backend.services;
    const codes: string[] = [];
    // Many more at once than the store has connections; all of them at once would only wait for one.
    const guess = async () => {
      while (codes.length < guesses) {
        codes.push('under way');
        const mine = codes.length - 1;
        const answer = await oneTimeCodes.verify({ purpose: 'otp', subject: refid, code: wrong(pin) });
        codes[mine] = answer.ok ? 'right' : answer.error.code;
      }
    };
    await Promise.all(Array.from({ length: 200 }, guess));
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'attempts-exceeded')).toHaveLength(guesses - 4);
    expect((await verify(refid, pin)).code).toBe('attempts-exceeded');
    expect(await keptCards()).toEqual([]);
  }, 180_000);

  const guessesByHttp = testsRunOnPostgres ? 300 : 100;
  test(`row 18: of ${guessesByHttp} guesses over HTTP at once, at most five are judged`, async () => {
    const refid = await payByFpx();
    const otp = wrong(await sendPin(refid));
    const site = await backend.app.listen({ host: '127.0.0.1', port: 0 });
    const guess = async () => {
      const response = await fetch(site + calls['autodebit.verifyOtp'].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ refid, otp }),
      });
      return problemSchema.parse(await response.json()).code;
    };
    const codes = await Promise.all(Array.from({ length: guessesByHttp }, guess));
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'attempts-exceeded')).toHaveLength(guessesByHttp - 4);
  });

  test.each([
    ['en', /^ebill: (\d{6}) is your one-time PIN/],
    ['ms', /^ebill: (\d{6}) ialah PIN sekali guna anda/],
  ] as const)('is sent in the language of the payer: %s', async (language, words) => {
    const pin = await sendPin(await payByFpx(), language);
    const [newest] = await control(backend, `messages?to=${mobileNumber}`);
    expect(words.exec(newest.text)?.[1]).toBe(pin);
  });

  test('works once, for its own payment', async () => {
    const [refid, other] = [await payByFpx(), await payByFpx('1234567804')];
    const pin = await sendPin(refid);
    await succeed(backend, calls['autodebit.sendOtp'], { refid: other });
    expect((await verify(other, wrong(pin))).code).toBe('wrong-code');
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(refid, pin)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ refid, state: 'card-needed' });
    expect((await verify(refid, pin)).code).toBe('code-expired');
  });

  test('works for ten minutes', async () => {
    const refid = await payByFpx();
    const pin = await sendPin(refid);
    await control(backend, 'clock', { advance: 'PT10M' });
    expect((await verify(refid, pin)).code).toBe('code-expired');
  });

  test('needs a mobile number on the account', async () => {
    const refid = await payByFpx('1234567808');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', maskedMobileNumber: null });
    expect(await refusalOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('no-mobile-number');
  });

  test('confirms for half an hour', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
    await control(backend, 'clock', { advance: 'PT31M' });
    expect(await infoOf(refid)).toMatchObject({ step: 'confirm' });
    expect((await giveCard(refid)).code).toBe('not-confirmed');
  });
});

describe('the card', () => {
  test('that has paid is verified by RM1, given back at once, and kept for the account', async () => {
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
    expect(backend.services.savedCards.unseal({ sealed: kept?.card_sealed ?? '', expiry: '12/39' }).number).toBe(
      visa.number,
    );
    const { history } = await control(backend, `payments/${refid}`);
    expect(history.map(({ state }: { state: string }) => state).slice(-5)).toEqual([
      'auto-debit-confirmed',
      'card-verification',
      'card-verified',
      'auto-debit',
      'card-verification-reversed',
    ]);
    const { credits, balanced } = await control(backend, 'ledger');
    expect([credits.length, balanced]).toEqual([1, true]);
  });

  test('that has paid is kept only where its payer has asked for auto debit', async () => {
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

  test('that was saved already, and has paid, is offered for auto debit', async () => {
    const refid = await payBySavedCard();
    expect(await infoOf(refid)).toMatchObject({ card: { cardBrand: 'visa', lastFour: '1111' }, isAskedFor: false });
    expect((await confirm(refid)).body).toEqual({ refid, state: 'registered' });
    expect(await keptCards()).toMatchObject([{ card_last_four: '1111' }]);
  });

  test('chosen on the registration page is kept, and no other', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    const other = { ...visa, number: '5555555555554444' };
    expect((await giveCard(refid, other)).body).toEqual({ refid, state: 'registered' });
    expect(await keptCards()).toMatchObject([{ card_brand: 'mastercard', card_last_four: '4444' }]);
    expect(backend.cards.begun).toMatchObject([{ card: { number: other.number, cvv: '123' } }]);
    expect(await infoOf(refid)).toMatchObject({ card: { cardBrand: 'mastercard', lastFour: '4444' } });
  });

  test('is asked for only after the holder has agreed', async () => {
    const refid = await payByFpx();
    expect((await giveCard(refid)).code).toBe('not-confirmed');
    expect(backend.cards.begun).toEqual([]);
  });

  test('that is refused registers nothing and is forgotten; another one can be given', async () => {
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
  ])('that is %s never leaves', async (_name, change, code) => {
    const refid = await payByFpx();
    await confirm(refid);
    expect((await giveCard(refid, { ...visa, ...change })).code).toBe(code);
    expect(backend.cards.begun).toEqual([]);
  });

  test('can be tried five times', async () => {
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
    for (const minutes of [2, 4, 8]) await control(backend, 'clock', { advance: `PT${minutes}M` });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(backend.cards.voided).toHaveLength(4);
  });

  test.each(['unreachable', 'pending'] as const)(
    'without an answer (%s) registers nothing, and what it turns out to be charged is given back',
    async (beginning) => {
      const refid = await payByCard();
      backend.cards.beginning = beginning;
      expect((await confirm(refid)).code).toBe('try-later');
      const number = backend.cards.begun.at(-1)?.order.number ?? '';
      backend.cards.say(number, 'successful', 100);
      await control(backend, 'clock', { advance: 'PT10M' });
      expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
      expect(await keptCards()).toEqual([]);
    },
  );

  test('of which the acquirer hears only after it was asked is given back', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'unreachable';
    await confirm(refid);
    const number = backend.cards.begun.at(-1)?.order.number ?? '';
    await control(backend, 'clock', { advance: 'PT2M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    backend.cards.say(number, 'successful', 100);
    await control(backend, 'clock', { advance: 'PT15M' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(backend.cards.voided).toEqual([number]);
    expect(await keptCards()).toEqual([]);
  });

  test('that gives way to another before the acquirer has answered is given back too', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    let open = () => {};
    backend.cards.gate = new Promise((resolve) => (open = resolve));
    const first = giveCard(refid);
    await backend.cards.untilBegun(1);
    const second = giveCard(refid, { ...visa, number: '5555555555554444' });
    await backend.cards.untilBegun(2);
    await backend.jobs.runDue();
    const waiting = await backend.store.db.selectFrom('card_verifications').select('card').orderBy('id').execute();
    expect(waiting.map(({ card }) => card === null)).toEqual([true, false]);
    open();
    expect([(await first).code, (await second).status]).toEqual(['try-later', 200]);
    expect((await verifications()).map(({ state }: { state: string }) => state)).toEqual(['reversed', 'reversed']);
    expect(await keptCards()).toMatchObject([{ card_last_four: '4444' }]);
  });

  test('whose acquirer goes on saying "pending" is asked less and less, and its history says so once', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'pending';
    await confirm(refid);
    backend.cards.enquired.length = 0;
    for (let minute = 0; minute < 12; minute += 1) await control(backend, 'clock', { advance: 'PT1M' });
    expect(backend.cards.enquired.length).toBeLessThanOrEqual(3);
    const { history } = await control(backend, `payments/${refid}`);
    const states = history.map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'card-verification-unanswered')).toHaveLength(1);
  });

  test('whose reversal is a day late is told to the operator', async () => {
    const refid = await payByCard();
    backend.cards.lostVoids = 20;
    await confirm(refid);
    await backend.jobs.runDue();
    faults.length = 0;
    await control(backend, 'clock', { advance: 'PT23H' });
    expect(faults).toEqual([]);
    await control(backend, 'clock', { advance: 'PT7H' });
    const number = backend.cards.begun.at(-1)?.order.number;
    expect(faults).toEqual([{ event: 'card verification not given back', code: number }]);
    expect(await waiting()).toMatchObject([{ refid, amount: 100, reason: 'card-not-given-back', whose: 'acquirer' }]);
    await control(backend, 'clock', { advance: 'P8D' });
    await backend.jobs.runDue();
    backend.cards.voided.length = 0;
    await control(backend, 'clock', { advance: 'P1D' });
    expect(backend.cards.voided).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  test.each([['at once'], ['after it was refused']])(
    'that is charged in another amount, as we hear %s, waits for a person, and is asked for a week',
    async (when) => {
      const refid = await payByCard();
      backend.cards.beginning = when === 'at once' ? 'unreachable' : 'unknown';
      await confirm(refid);
      const number = backend.cards.begun.at(-1)?.order.number ?? '';
      backend.cards.say(number, 'successful', 200);
      faults.length = 0;
      await control(backend, 'clock', { advance: 'PT20M' });
      expect(await waiting()).toMatchObject([{ refid, reason: 'amount-differs', whose: 'acquirer' }]);
      if (when === 'at once') expect(faults[0]).toEqual({ event: 'card verification not given back', code: number });
      const { history } = await control(backend, `payments/${refid}`);
      const differs = history.filter(({ state }: { state: string }) => state === 'card-verification-differs');
      expect(differs).toMatchObject([{ detail: 'MYR 200' }]);
      expect(backend.cards.voided).toEqual([]);
      expect(await keptCards()).toEqual([]);

      await control(backend, 'clock', { advance: 'P8D' });
      backend.cards.enquired.length = 0;
      await control(backend, 'clock', { advance: 'P8D' });
      expect(backend.cards.enquired).toEqual([]);
      expect(await waiting()).toHaveLength(1);
      expect(await closeReview(backend.services, (await waiting())[0]?.id ?? '', 'refunded by hand')).toBe(true);
      expect(await waiting()).toEqual([]);
    },
  );

  test('of which the acquirer says nothing for a day waits for a person', async () => {
    const refid = await payByCard();
    backend.cards.beginning = 'pending';
    await confirm(refid);
    await control(backend, 'clock', { advance: 'PT23H' });
    expect(await waiting()).toEqual([]);
    await control(backend, 'clock', { advance: 'PT2H' });
    expect(await waiting()).toMatchObject([{ refid, reason: 'card-not-answered' }]);
  });

  test('that has paid is forgotten half an hour after its payment', async () => {
    const refid = await payByCard();
    await control(backend, 'clock', { advance: 'PT31M' });
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', card: null });
    expect((await confirm(refid)).body).toEqual({ refid, state: 'card-needed' });
  });
});

describe('the page of the card issuer', () => {
  async function challenge() {
    const refid = await payByFpx();
    await confirm(refid);
    backend.cards.beginning = 'redirect';
    expect((await giveCard(refid)).body).toEqual({ refid, state: 'card-check' });
    const number = backend.cards.begun.at(-1)?.order.number ?? '';
    expect(await infoOf(refid)).toMatchObject({ step: 'card-check', cardCheck: { fields: { number } } });
    return { refid, number };
  }

  const comeBack = (fields: Record<string, string>) =>
    send(backend, calls['payment.return'], { route: '/bankResultMBB', fields });

  test('approves: the payer comes back to the registration, which is done', async () => {
    const { refid, number } = await challenge();
    backend.cards.say(number, 'successful', 100);
    expect((await comeBack({ number })).body).toMatchObject({ refid, purpose: 'card-verification' });
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
  });

  test('declines: another card is asked for', async () => {
    const { refid, number } = await challenge();
    backend.cards.say(number, 'failed', 100);
    await comeBack({ number });
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card', cardRefused: true });
  });

  test('is not believed about itself: the acquirer is asked', async () => {
    const { refid, number } = await challenge();
    await comeBack(backend.cards.sign(number, 'successful', 100));
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', cardRefused: true });
    expect(await keptCards()).toEqual([]);
  });

  test('is refused, and calls later that it has approved after all: given back, and nothing registered', async () => {
    const { refid, number } = await challenge();
    await comeBack({ number });
    backend.cards.say(number, 'successful', 100);
    await comeBack({ number });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    await bringCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered' });
  });

  test('approves and nobody comes back: the signed callback registers, an unsigned one does nothing', async () => {
    const { refid, number } = await challenge();
    backend.cards.say(number, 'successful', 100);
    await bringCallback(backend, { number, verdict: 'successful', amount: '100', signature: 'no' }, 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card-check' });
    await bringCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
  });

  test('is left for good: the verification ends by itself', async () => {
    const { refid } = await challenge();
    await control(backend, 'clock', { advance: 'PT16M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
  });
});
