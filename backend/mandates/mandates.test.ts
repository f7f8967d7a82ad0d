import { account, setUpAutoDebitBackend } from '../auto-debit/auto-debit.fixture';
import { findAutoDebitOffer } from '../auto-debit/offer';
import type { Biller, Mandate, MandateAnswer, MandateCalls, MandateCancellation } from '../billers/biller';
import { closeReview, listReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import { loadPayment } from '../payments/model';
import { sandboxControl } from '../test-backend.fixture';
import { cancelRegistration } from './cancellation';
import { addMissingMandates, scheduleWaitingMandates } from './waiting';

const { backend, payByCard, confirm, infoOf, keptCards } = setUpAutoDebitBackend();

const listMandates = () => backend.store.db.selectFrom('mandates').selectAll().orderBy('id').execute();
const listJobs = () => backend.store.db.selectFrom('jobs').selectAll().where('kind', '=', 'send-mandate').execute();
const isOnAutoDebit = async () => (await backend.services.biller.findBill(account))?.isOnAutoDebit;
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });

/** Registers the account; returns the payment. */
async function register(): Promise<string> {
  const refid = await payByCard();
  await confirm(refid);
  return refid;
}

async function cancel(): Promise<void> {
  const [created] = await listMandates();
  expect(await cancelRegistration(backend.services, created?.reference ?? '', 'payer')).toBe('cancelled');
}

/** A biller whose answers are the test's; accepts where nothing is said. */
class FakeMandates implements MandateCalls {
  answers: MandateAnswer[] = [];
  readonly taken: (Mandate | MandateCancellation)[] = [];

  private async answer(request: Mandate | MandateCancellation): Promise<MandateAnswer> {
    this.taken.push(request);
    return this.answers.shift() ?? { status: 'accepted' };
  }
  createMandate = (mandate: Mandate) => this.answer(mandate);
  cancelMandate = (cancellation: MandateCancellation) => this.answer(cancellation);
}

/** Uses another connector for the rest of a test. */
function useMandates(mandates: Biller['mandates']): void {
  jest.replaceProperty(backend.services, 'biller', { ...backend.services.biller, mandates });
}

test('a registration is given to the biller, with the last four digits of its card and no more', async () => {
  const fake = new FakeMandates();
  useMandates(fake);
  const refid = await register();
  expect(await listMandates()).toMatchObject([{ state: 'queued', cancels: null, order_refid: refid }]);
  await backend.jobs.runDue();
  const [{ reference = '', created_at: registeredAt = null } = {}] = await listMandates();
  expect(fake.taken).toEqual([
    {
      ...{ reference, accountNumber: account, registeredAt },
      card: { brand: 'visa', lastFour: '4242' },
    },
  ]);
  expect(reference).toMatch(/^[a-z2-7]{26}$/);
  expect(await listMandates()).toMatchObject([{ state: 'accepted', biller: 'sandbox' }]);
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  expect(history).toContainEqual(expect.objectContaining({ state: 'mandate-accepted' }));
  expect(await listReview(backend.services)).toEqual([]);
});

test('the sandbox’s biller has a registered account on auto debit, until it is cancelled or the sandbox is reset', async () => {
  await register();
  expect(await isOnAutoDebit()).toBe(false);
  await backend.jobs.runDue();
  expect(await isOnAutoDebit()).toBe(true);
  await cancel();
  expect(await isOnAutoDebit()).toBe(true);
  await backend.jobs.runDue();
  expect(await isOnAutoDebit()).toBe(false);
  expect(await listMandates()).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
});

test('a reset of the sandbox takes the account off auto debit', async () => {
  await register();
  await backend.jobs.runDue();
  await sandboxControl(backend, 'reset', {});
  expect(await isOnAutoDebit()).toBe(false);
  expect(await listMandates()).toEqual([]);
});

test('a lost answer is asked for again under the same reference, with increasing delays', async () => {
  const fake = new FakeMandates();
  fake.answers = [{ status: 'unreachable' }, { status: 'pending' }, { status: 'unreachable' }];
  useMandates(fake);
  await register();
  await backend.jobs.runDue();
  expect(fake.taken).toHaveLength(1);
  expect(await listMandates()).toMatchObject([{ state: 'sent' }]);
  await advance('PT9S');
  expect(fake.taken).toHaveLength(1);
  for (const duration of ['PT1S', 'PT1M', 'PT5M']) await advance(duration);
  expect(new Set(fake.taken.map(({ reference }) => reference)).size).toBe(1);
  expect(fake.taken).toHaveLength(4);
  expect(await listMandates()).toMatchObject([{ state: 'accepted' }]);
  expect(await listJobs()).toEqual([]);
});

test('a mandate without an answer is before a person after a day, and is confirmed rather than closed', async () => {
  const fake = new FakeMandates();
  fake.answers = Array.from({ length: 100 }, () => ({ status: 'unreachable' }) as const);
  useMandates(fake);
  const refid = await register();
  await advance('PT23H');
  expect(await listReview(backend.services)).toEqual([]);
  await advance('PT2H');
  const [entry] = await listReview(backend.services);
  expect(entry).toMatchObject({ refid, reason: 'create: sent', whose: account, amount: null });
  expect(await closeReview(backend.services, entry?.id ?? '', { note: 'asked', by: sharedKey })).toBe('unanswered');
});

test('a refused mandate is before a person, until the registration is cancelled; the biller has nothing to cancel', async () => {
  const fake = new FakeMandates();
  fake.answers = [{ status: 'refused', reason: 'account closed' }];
  useMandates(fake);
  const refid = await register();
  await backend.jobs.runDue();
  expect(await listReview(backend.services)).toMatchObject([
    { refid, reason: 'create: refused: account closed', whose: account },
  ]);
  await cancel();
  await backend.jobs.runDue();
  expect(fake.taken).toHaveLength(1);
  expect(await listMandates()).toHaveLength(1);
  expect(await listReview(backend.services)).toEqual([]);
});

describe('a cancellation', () => {
  test('ends the registration, forgets its card and its consent, and is given to the biller', async () => {
    const fake = new FakeMandates();
    useMandates(fake);
    const refid = await register();
    await backend.jobs.runDue();
    await cancel();
    expect(await keptCards()).toEqual([]);
    expect(await backend.store.db.selectFrom('auto_debit_consents').selectAll().execute()).toEqual([]);
    await backend.jobs.runDue();
    const [created, cancelled] = await listMandates();
    expect(cancelled).toMatchObject({ state: 'accepted', cancels: created?.id, card_last_four: '4242' });
    expect(fake.taken[1]).toEqual({
      ...{ reference: cancelled?.reference, mandate: created?.reference },
      ...{ accountNumber: account, cancelledAt: cancelled?.created_at },
    });
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history.map(({ state }: { state: string }) => state).slice(-2)).toEqual([
      'auto-debit-cancelled',
      'mandate-cancellation-accepted',
    ]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'confirm', card: null });
  });

  test('repeated, also at once, is one', async () => {
    await register();
    const [created] = await listMandates();
    const repeat = () => cancelRegistration(backend.services, created?.reference ?? '', 'payer');
    const results = await Promise.all([repeat(), repeat(), repeat()]);
    expect(results.toSorted()).toEqual(['cancelled', 'cancelled-before', 'cancelled-before']);
    expect(await repeat()).toBe('cancelled-before');
    expect(await listMandates()).toHaveLength(2);
    await backend.jobs.runDue();
    const sent = await sandboxControl(backend, 'messages?to=payer@example.com');
    expect(sent.filter(({ kind }: { kind: string }) => kind === 'auto-debit')).toHaveLength(2);
  });

  test('is sent after its mandate is answered, and then at once', async () => {
    const fake = new FakeMandates();
    fake.answers = [{ status: 'unreachable' }];
    useMandates(fake);
    await register();
    await backend.jobs.runDue();
    await cancel();
    await backend.jobs.runDue();
    expect(fake.taken).toHaveLength(1);
    await advance('PT10S');
    expect(fake.taken.map((request) => 'mandate' in request)).toEqual([false, false, true]);
    expect(await listMandates()).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  });

  test('is withdrawn when its mandate is refused', async () => {
    const fake = new FakeMandates();
    fake.answers = [{ status: 'refused', reason: 'account closed' }];
    useMandates(fake);
    await register();
    await cancel();
    await backend.jobs.runDue();
    expect(fake.taken).toHaveLength(1);
    expect(await listMandates()).toMatchObject([{ state: 'refused', cancels: null }]);
    expect(await listReview(backend.services)).toEqual([]);
  });

  test('of nothing that we have registered is refused', async () => {
    expect(await cancelRegistration(backend.services, 'a'.repeat(26), 'payer')).toBe('unknown-mandate');
  });
});

describe('connectors', () => {
  test('one that gets files is called for nothing', async () => {
    useMandates('files');
    await register();
    await backend.jobs.runDue();
    expect(await listMandates()).toMatchObject([{ state: 'queued' }]);
    await advance('P6D');
    expect(await listReview(backend.services)).toEqual([]);
    await advance('P1DT1H');
    expect(await listReview(backend.services)).toMatchObject([{ reason: 'create: queued' }]);
  });

  test('what was queued before one takes calls is scheduled; what another was sent is a person’s', async () => {
    useMandates('files');
    await register();
    await backend.jobs.runDue();
    const fake = new FakeMandates();
    jest.restoreAllMocks();
    useMandates(fake);
    const now = backend.clock.now();
    await backend.store.db.updateTable('mandates').set({ state: 'sent', biller: 'stored' }).execute();
    await scheduleWaitingMandates(backend.store.db, backend.services.biller, now);
    expect(await listJobs()).toEqual([]);
    await backend.store.db.updateTable('mandates').set({ state: 'queued', biller: null }).execute();
    await scheduleWaitingMandates(backend.store.db, backend.services.biller, now);
    await scheduleWaitingMandates(backend.store.db, backend.services.biller, now);
    expect(await listJobs()).toHaveLength(1);
    await backend.jobs.runDue();
    expect(fake.taken).toHaveLength(1);
  });

  test('a registration of a release without mandates gets one, once', async () => {
    await register();
    const { db } = backend.store;
    await db.deleteFrom('mandates').execute();
    await db.updateTable('auto_debits').set({ mandate: null }).execute();
    const now = backend.clock.now();
    await Promise.all([addMissingMandates(db, now), addMissingMandates(db, now)]);
    await addMissingMandates(db, now);
    const [registered] = await keptCards();
    expect(await listMandates()).toMatchObject([{ reference: registered?.mandate, account_number: account }]);
    await backend.jobs.runDue();
    expect(await isOnAutoDebit()).toBe(true);
  });
});

describe('the offer', () => {
  async function offerWith(mandates: Biller['mandates']): Promise<string> {
    const found = await loadPayment(backend.store.db, { refid: await payByCard(false) });
    if (!found.ok) throw new Error('no payment');
    useMandates(mandates);
    return (await findAutoDebitOffer(backend.services, found.value.order)).state;
  }

  test.each([
    ['is made', 'files', 'offered'],
    ['is made', new FakeMandates(), 'offered'],
    ['is not made', null, 'not-offered'],
  ] as const)('%s by a connector with mandates %p', async (_what, mandates, state) => {
    expect(await offerWith(mandates)).toBe(state);
  });
});
