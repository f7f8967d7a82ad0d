import { readTrialBalance } from '../ledger/balances';
import { findJournalErrors } from '../ledger/journal-check';
import { listReview } from '../operations/review-queue';
import { findAttempt } from '../payments/model';
import type { Operator } from '../operators/model';
import { FakeRefunds } from '../refunds/fake-refunds.fixture';
import { findRefund } from '../refunds/model';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { approveRefund, requestRefund } from '../refunds/service';
import { postCallback, redirectToBank, sandboxControl, setUpTestBackend, statusOf } from '../test-backend.fixture';
import { listChargebacks, sumChargedBack } from './model';
import { addChargeback, closeChargeback, recordEvidence } from './service';

/* design.md, section 8: chargebacks and disputes are recorded and shown. docs/operate.md, "Chargebacks". */

const backend = setUpTestBackend();

const aisyah = { isNamed: true, name: 'aisyah' } as const;
const because = { operator: aisyah, reason: 'letter of the acquirer' };

/** The balances that disputes change; every entry of the journal is what the other tables call for. */
async function balances() {
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
  const rows = await readTrialBalance(backend.store.db, new Date('9999-12-31T00:00:00Z'));
  const of = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0;
  return { gateway: of('gateway:fpx'), disputed: of('chargebacks'), lost: of('chargeback-losses') };
}

async function pay() {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'successful');
  if ((await statusOf(backend, refid)) !== 'successful') throw new Error('not paid');
  return { refid, number };
}
const report = (number: string, status: 'opened' | 'won' | 'lost', dispute = 'D1', amount?: number) =>
  postCallback(backend, backend.fpx.signDispute(number, dispute, status, amount));
const toAdd = (number: string, amount = 13_878) => ({
  ...{ number, amount, dispute: 'D1', reasonCode: '10.4' },
  respondBy: new Date(backend.clock.now().getTime() + 14 * 24 * 60 * 60_000),
});
const add = (number: string, amount?: number) => addChargeback(backend.services, toAdd(number, amount), because);
const all = () => listChargebacks(backend.store.db, { isOpen: false });
const statesOf = async () => (await all()).map(({ state }) => state);
const waiting = async () => (await listReview(backend.services)).filter(({ id }) => id.startsWith('chargeback-'));
const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
async function chargedBack(number: string): Promise<number> {
  const attempt = await findAttempt(backend.store.db, { number });
  return sumChargedBack(backend.store.db, attempt?.id ?? 0);
}

describe('a dispute that the gateway reports', () => {
  test('opens one chargeback, also if it is reported again and at once', async () => {
    const { refid, number } = await pay();
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(number, 'opened')));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(5).fill([200, 'OK']));
    expect(await all()).toMatchObject([
      {
        ...{ gateway: 'fpx', dispute: 'D1', order_refid: refid, amount: 13_878, reason_code: '10.4', state: 'open' },
        ...{ opened_by: 'gateway', respond_by: new Date('2026-12-31T10:00:00.000Z') },
      },
    ]);
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test.each(['won', 'lost'] as const)('ends as %s, once', async (outcome) => {
    const { number } = await pay();
    await report(number, 'opened');
    for (let time = 0; time < 2; time += 1) expect((await report(number, outcome)).statusCode).toBe(200);
    expect(await all()).toMatchObject([{ state: outcome, contradicted_by: null }]);
    expect(await backend.store.db.selectFrom('chargeback_closings').selectAll().execute()).toMatchObject([
      { number: 1, outcome, closed_by: 'gateway' },
    ]);
  });

  test('and whose beginning was lost is opened and ended, and stays ended when the beginning arrives', async () => {
    const { number } = await pay();
    await report(number, 'lost');
    await report(number, 'opened');
    expect(await statesOf()).toEqual(['lost']);
  });

  test.each([
    ['of more than was paid', 13_879],
    ['of nothing', 0],
  ])('%s is refused', async (_name, amount) => {
    const { number } = await pay();
    expect((await report(number, 'opened', 'D1', amount)).statusCode).toBe(403);
    expect(await all()).toEqual([]);
  });

  test('that is not signed, or of a payment without money, is refused', async () => {
    const { number } = await pay();
    const fields = { ...backend.fpx.signDispute(number, 'D1', 'opened'), amount: '5' };
    expect((await postCallback(backend, fields)).statusCode).toBe(403);
    const { number: unpaid } = await redirectToBank(backend);
    expect((await report(unpaid, 'opened', 'D2')).statusCode).toBe(403);
    expect(await all()).toEqual([]);
  });

  test('and ends otherwise than an operator has said waits for a person, who closes it again', async () => {
    const { number } = await pay();
    await report(number, 'opened');
    const [{ id } = { id: 0 }] = await all();
    await closeChargeback(backend.services, id, { ...because, outcome: 'lost' });
    await report(number, 'won');
    expect(await waiting()).toMatchObject([{ reason: 'is closed as lost, and the gateway says won' }]);
    expect(await closeChargeback(backend.services, id, { ...because, outcome: 'won' })).toMatchObject({ ok: true });
    expect(await waiting()).toEqual([]);
    expect(await statesOf()).toEqual(['won']);
  });
});

describe('a chargeback that is recorded by hand', () => {
  test('is opened, answered and closed, with who and why', async () => {
    const { refid, number } = await pay();
    const added = await add(number);
    if (!added.ok) throw new Error(added.error);
    const { id } = added.value;
    await recordEvidence(backend.services, id, { operator: aisyah, note: 'signed delivery note' });
    await closeChargeback(backend.services, id, { ...because, outcome: 'won' });
    expect(await all()).toMatchObject([{ state: 'won', evidence: 'signed delivery note', opened_by: 'aisyah' }]);
    const actions = await backend.store.db.selectFrom('operator_actions').selectAll().orderBy('id').execute();
    expect(actions.map(({ operator, action, subject, reason }) => [operator, action, subject, reason])).toEqual([
      ['aisyah', 'chargeback-added', `chargeback-${id}`, 'letter of the acquirer'],
      ['aisyah', 'chargeback-evidence', `chargeback-${id}`, 'signed delivery note'],
      ['aisyah', 'chargeback-won', `chargeback-${id}`, 'letter of the acquirer'],
    ]);
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history.slice(-3).map((one: { state: string }) => one.state)).toEqual([
      'chargeback-opened',
      'chargeback-evidence',
      'chargeback-won',
    ]);
  });

  test('is the one that the gateway reports too', async () => {
    const { number } = await pay();
    await add(number);
    await report(number, 'opened');
    await report(number, 'lost');
    expect(await statesOf()).toEqual(['lost']);
  });

  test('is never of more than was paid and is not charged back already', async () => {
    const { number } = await pay();
    expect(await add(number, 13_879)).toEqual({ ok: false, error: 'too-much' });
    expect(await add(number, 10_000)).toMatchObject({ ok: true });
    const other = { ...toAdd(number, 3_879), dispute: 'D2' };
    expect(await addChargeback(backend.services, other, because)).toEqual({ ok: false, error: 'too-much' });
    expect(await chargedBack(number)).toBe(10_000);
  });

  test('needs a payment with money, and another dispute than one that is recorded', async () => {
    expect(await add('x')).toEqual({ ok: false, error: 'unknown-attempt' });
    const { number } = await redirectToBank(backend);
    expect(await add(number)).toEqual({ ok: false, error: 'no-money' });
    const paid = await pay();
    await add(paid.number, 100);
    expect(await add(paid.number, 100)).toEqual({ ok: false, error: 'known-dispute' });
    expect(await add(paid.number, 13_878)).toEqual({ ok: false, error: 'known-dispute' });
    // Also of another payment, whatever its amount.
    expect(await add((await pay()).number, 13_879)).toEqual({ ok: false, error: 'known-dispute' });
  });

  test('is closed once', async () => {
    const { number } = await pay();
    const added = await add(number);
    const id = added.ok ? added.value.id : 0;
    const close = (outcome: 'won' | 'accepted') => closeChargeback(backend.services, id, { ...because, outcome });
    const closings = await Promise.all([close('won'), close('accepted')]);
    expect(closings.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await recordEvidence(backend.services, id, { operator: aisyah, note: 'late' })).toEqual({
      ok: false,
      error: 'closed-already',
    });
    expect(await closeChargeback(backend.services, 999, { ...because, outcome: 'won' })).toEqual({
      ok: false,
      error: 'unknown-chargeback',
    });
  });

  test('that was won is not charged back', async () => {
    const { number } = await pay();
    const added = await add(number);
    await closeChargeback(backend.services, added.ok ? added.value.id : 0, { ...because, outcome: 'won' });
    expect(await chargedBack(number)).toBe(0);
  });
});

describe('the journal', () => {
  test.each([
    ['won', { gateway: 13_878, disputed: 0, lost: 0 }],
    ['lost', { gateway: 0, disputed: 0, lost: 13_878 }],
  ] as const)('has the disputed money until the dispute is %s', async (outcome, after) => {
    const { number } = await pay();
    expect(await balances()).toEqual({ gateway: 13_878, disputed: 0, lost: 0 });
    await report(number, 'opened');
    expect(await balances()).toEqual({ gateway: 0, disputed: 13_878, lost: 0 });
    await report(number, outcome);
    expect(await balances()).toEqual(after);
  });

  test('has a correction, and none where nothing changes', async () => {
    const { number } = await pay();
    const added = await add(number, 5_000);
    const id = added.ok ? added.value.id : 0;
    const close = (outcome: 'won' | 'lost' | 'accepted') =>
      closeChargeback(backend.services, id, { ...because, outcome });
    await close('accepted');
    expect(await balances()).toEqual({ gateway: 8_878, disputed: 0, lost: 5_000 });
    await report(number, 'won', 'D1', 5_000);
    await close('won');
    expect(await balances()).toEqual({ gateway: 13_878, disputed: 0, lost: 0 });
    await report(number, 'lost', 'D1', 5_000);
    await close('won');
    expect(await balances()).toEqual({ gateway: 13_878, disputed: 0, lost: 0 });
    expect(await statesOf()).toEqual(['won']);
  });
});

describe('what is charged back', () => {
  const refund = async (refid: string, amount: number, requestedBy: Operator = aisyah) => {
    const credit = await findRefundableCredit(backend.store.db, refid);
    const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
    return requestRefund(backend.services, { source, amount, reason: 'asked for', requestedBy });
  };

  test('is not refunded too, unless the dispute is won', async () => {
    const { refid, number } = await pay();
    const added = await add(number, 10_000);
    expect((await findRefundableCredit(backend.store.db, refid))?.left).toBe(3_878);
    expect(await refund(refid, 3_879)).toEqual({ ok: false, error: { code: 'too-much', left: 3_878 } });
    expect(await refund(refid, 3_878)).toMatchObject({ ok: true });
    await closeChargeback(backend.services, added.ok ? added.value.id : 0, { ...because, outcome: 'won' });
    expect(await refund(refid, 10_000)).toMatchObject({ ok: true });
  });

  test('is not approved for a refund that was requested before', async () => {
    const { refid, number } = await pay();
    await backend.store.db.updateTable('credits').set({ amount: 60_000 }).where('order_refid', '=', refid).execute();
    const requested = await refund(refid, 60_000);
    expect(requested).toMatchObject({ ok: true, value: { state: 'requested' } });
    await add(number, 100);
    const badrul = { isNamed: true, name: 'badrul' } as const;
    const reference = requested.ok ? requested.value.reference : '';
    expect(await approveRefund(backend.services, reference, badrul)).toEqual({ ok: false, error: 'charged-back' });
  });
});

describe('what is charged back while a refund waits for its gateway', () => {
  test('is not repeated where the gateway does not know the refund, unless the dispute is won', async () => {
    const refunds = new FakeRefunds();
    backend.fpx.refunds = refunds.byReference();
    refunds.outcomes.push('down');
    const { refid, number } = await pay();
    const credit = await findRefundableCredit(backend.store.db, refid);
    const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
    const requested = await requestRefund(backend.services, {
      ...{ source, amount: 13_878, reason: 'asked for', requestedBy: aisyah },
    });
    const reference = requested.ok ? requested.value.reference : '';
    await backend.jobs.runDue();
    await report(number, 'opened');
    await advance('P2D');
    expect(refunds.asked).toHaveLength(1);
    expect(refunds.made).toEqual([]);
    expect(await listReview(backend.services)).toMatchObject([{ reference, reason: 'sent: charged-back' }]);
    await report(number, 'won');
    await advance('P1D');
    expect(refunds.made).toHaveLength(1);
    expect(await findRefund(backend.store.db, { reference })).toMatchObject({ state: 'succeeded', cause: null });
    expect(await balances()).toEqual({ gateway: 0, disputed: 0, lost: 0 });
  });

  test('is not sent: a person decides', async () => {
    const refunds = new FakeRefunds();
    backend.fpx.refunds = refunds.once('sum');
    refunds.isReadable = false;
    const { refid, number } = await pay();
    const credit = await findRefundableCredit(backend.store.db, refid);
    const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
    const request = { source, amount: 13_878, reason: 'asked for', requestedBy: aisyah };
    const requested = await requestRefund(backend.services, request);
    const reference = requested.ok ? requested.value.reference : '';
    await backend.jobs.runDue();
    await report(number, 'opened');
    refunds.isReadable = true;
    await advance('PT2H');
    expect(refunds.asked).toEqual([]);
    const refund = await findRefund(backend.store.db, { reference });
    expect(refund).toMatchObject({ state: 'manual', cause: 'charged-back' });
    expect(await balances()).toMatchObject({ gateway: 0, disputed: 13_878 });
  });
});

describe('the review queue', () => {
  test('warns seven days before the deadline, until the chargeback is answered', async () => {
    const { number } = await pay();
    const added = await add(number);
    const id = added.ok ? added.value.id : 0;
    await advance('P6D');
    expect(await waiting()).toEqual([]);
    await advance('P1DT1H');
    expect(await waiting()).toMatchObject([{ id: `chargeback-${id}`, amount: 13_878, whose: 'fpx', reference: 'D1' }]);
    await advance('P30D');
    expect(await waiting()).toHaveLength(1);
    await recordEvidence(backend.services, id, { operator: aisyah, note: 'signed delivery note' });
    expect(await waiting()).toEqual([]);
  });

  test('has one without a deadline at once', async () => {
    const { number } = await pay();
    await addChargeback(backend.services, { ...toAdd(number), respondBy: null }, because);
    expect(await waiting()).toHaveLength(1);
  });
});
