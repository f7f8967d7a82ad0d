import { calls } from '@/lib/contract/calls';
import { listReview } from '../operations/review-queue';
import {
  postCallback,
  postReturn,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';
import { listPending } from './queue';
import { approveSettlement, rejectSettlement, requestSettlement } from './settlement';

/*
 * design.md, section 7: after 24 hours an unknown outcome is in the pending queue, and a person may settle it with evidence; section 10: a second
 * person for manual settlements.
 */

const backend = setUpTestBackend();

const aisyah = { isNamed: true, name: 'aisyah' } as const;
const badrul = { isNamed: true, name: 'badrul' } as const;
const evidence = { evidence: 'portal of the gateway, case 4711', reason: 'the bank confirms it' };
const successful = { ...evidence, outcome: 'successful', reference: 'FPX-0815', operator: aisyah } as const;
const failed = { ...evidence, outcome: 'failed', operator: aisyah } as const;
const settle = (number: string, request: Parameters<typeof requestSettlement>[2] = successful) =>
  requestSettlement(backend.services, number, request);
const approve = (number: string, operator: typeof aisyah | typeof badrul = badrul) =>
  approveSettlement(backend.services, number, { operator, reason: 'seen too' });
const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
const creditsOf = async (refid: string) =>
  (await sandboxControl(backend, 'ledger')).credits.filter((credit: { refid: string }) => credit.refid === refid);

/** An attempt that its bank calls pending. */
async function leavePending() {
  const payment = await redirectToBank(backend);
  backend.fpx.setStatus(payment.number, 'pending');
  await postReturn(backend, backend.fpx.sign(payment.number, 'pending'));
  return payment;
}

describe('the pending queue', () => {
  test('lists attempts without an outcome by age, with their gateway and last enquiry', async () => {
    const first = await leavePending();
    await advance('PT2H');
    const second = await leavePending();
    const paid = await redirectToBank(backend);
    backend.fpx.setStatus(paid.number, 'successful');
    expect(await statusOf(backend, paid.refid)).toBe('successful');
    expect(await listPending(backend.services, 0)).toMatchObject([
      {
        ...{
          number: first.number,
          refid: first.refid,
          gateway: 'fpx',
          method: 'fpx',
          state: 'pending',
          amount: 13_878,
        },
        ...{ ageMinutes: 120, enquiredAt: expect.stringMatching(/^\d{4}-.*Z$/), requestedSettlement: null },
      },
      { number: second.number, ageMinutes: 0 },
    ]);
    expect(await listPending(backend.services, 60 * 60_000)).toMatchObject([{ number: first.number }]);
  });
});

describe('an attempt that is settled as successful', () => {
  test('is credited once a second named operator has approved it', async () => {
    const { refid, number } = await leavePending();
    expect(await settle(number)).toEqual({ ok: true, value: 'requested' });
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await listPending(backend.services, 0)).toMatchObject([
      { requestedSettlement: { by: 'aisyah', reference: 'FPX-0815' } },
    ]);
    expect(await approve(number)).toEqual({ ok: true, value: 'settled' });
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toMatchObject([{ amount: 13_878, gatewayReference: 'FPX-0815' }]);
    expect(await sandboxControl(backend, 'ledger')).toMatchObject({ postings: [{ refid }], balanced: true });
    expect(await sandboxControl(backend, 'messages?to=payer@example.com')).toMatchObject([{ kind: 'receipt' }]);
    expect(await listPending(backend.services, 0)).toEqual([]);
  });

  test('is not approved by the operator who requested it, or by the shared key', async () => {
    const { refid, number } = await leavePending();
    await settle(number);
    expect(await approve(number, aisyah)).toEqual({ ok: false, error: 'same-person' });
    expect(
      await approveSettlement(backend.services, number, {
        operator: { isNamed: false, name: 'shared key' },
        reason: 'seen too',
      }),
    ).toEqual({ ok: false, error: 'same-person' });
    expect(await creditsOf(refid)).toEqual([]);
  });

  test('is recorded with who, what and why', async () => {
    const { number } = await leavePending();
    await settle(number);
    await approve(number);
    const actions = await backend.store.db.selectFrom('operator_actions').selectAll().orderBy('id').execute();
    expect(actions).toMatchObject([
      {
        operator: 'aisyah',
        action: 'settlement-requested',
        subject: number,
        reason: 'successful: the bank confirms it',
      },
      { operator: 'badrul', action: 'attempt-settled', subject: number, reason: 'successful: seen too' },
    ]);
  });

  test.each([
    ['the reference of the evidence', 'FPX-0815'],
    ['a reference of its own', undefined],
  ])('and that the gateway confirms later under %s is credited once', async (_name, reference) => {
    const { refid, number } = await leavePending();
    await settle(number, { ...successful, reference: reference === undefined ? 'FPX-0815' : `ref-${number}` });
    await approve(number);
    backend.fpx.setStatus(number, 'successful');
    for (let time = 0; time < 2; time += 1) {
      await postCallback(backend, backend.fpx.sign(number, 'successful'));
      await postReturn(backend, backend.fpx.sign(number, 'successful'));
    }
    expect(await creditsOf(refid)).toHaveLength(1);
    expect(await listReview(backend.services)).toEqual([]);
  });

  test('by two requests at once is requested once, and by two approvals at once credited once', async () => {
    const { refid, number } = await leavePending();
    const requests = await Promise.all([settle(number), settle(number, { ...successful, operator: badrul })]);
    expect(requests.filter(({ ok }) => ok)).toHaveLength(1);
    const decider = { isNamed: true, name: 'chong' } as const;
    const decide = () => approveSettlement(backend.services, number, { operator: decider, reason: 'seen too' });
    const approvals = await Promise.all([decide(), decide(), decide()]);
    expect(approvals.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await creditsOf(refid)).toHaveLength(1);
  });

  test('goes to review where the order was paid otherwise meanwhile', async () => {
    const { refid, number } = await leavePending();
    await settle(number);
    await backend.store.db.updateTable('orders').set({ state: 'cancelled' }).where('refid', '=', refid).execute();
    expect(await approve(number)).toEqual({ ok: true, value: 'settled' });
    expect(await creditsOf(refid)).toEqual([]);
    expect(await listReview(backend.services)).toMatchObject([{ refid, amount: 13_878, reference: 'FPX-0815' }]);
  });
});

describe('an attempt that is settled as failed', () => {
  test('by one operator ends, and the order can be paid again', async () => {
    const { refid, number } = await leavePending();
    expect(await settle(number, failed)).toEqual({ ok: true, value: 'settled' });
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      ...{ status: 'failed', canTryAgain: true },
    });
    const again = await redirectToBank(backend, refid);
    expect(again.number).not.toBe(number);
  });

  test('and whose money arrives all the same is credited as late money', async () => {
    const { refid, number } = await leavePending();
    await settle(number, failed);
    backend.fpx.setStatus(number, 'successful');
    await advance('PT16M');
    expect(await creditsOf(refid)).toHaveLength(1);
  });

  test('leaves no request to approve', async () => {
    const { refid, number } = await leavePending();
    await settle(number);
    await settle(number, failed);
    expect(await approve(number)).toEqual({ ok: false, error: 'has-outcome' });
    expect(await creditsOf(refid)).toEqual([]);
  });
});

describe('an attempt is not settled by hand', () => {
  test('whose gateway tells its outcome when it is asked: that one is applied', async () => {
    const { refid, number } = await leavePending();
    backend.fpx.setStatus(number, 'failed');
    expect(await settle(number)).toEqual({ ok: false, error: 'has-outcome' });
    expect(await statusOf(backend, refid)).toBe('failed');
  });

  test('whose gateway tells its outcome before the second operator does', async () => {
    const { refid, number } = await leavePending();
    await settle(number);
    backend.fpx.setStatus(number, 'successful');
    expect(await approve(number)).toEqual({ ok: false, error: 'has-outcome' });
    expect(await creditsOf(refid)).toMatchObject([{ gatewayReference: `ref-${number}` }]);
  });

  test('while its payer may be at the bank', async () => {
    const { number } = await redirectToBank(backend);
    expect(await settle(number)).toEqual({ ok: false, error: 'payer-may-pay' });
  });

  test('that does not exist, or has ended', async () => {
    expect(await settle('x')).toEqual({ ok: false, error: 'unknown-attempt' });
    const { number } = await leavePending();
    await settle(number, failed);
    expect(await settle(number)).toEqual({ ok: false, error: 'has-outcome' });
  });

  test('without a request, or after its request was rejected', async () => {
    const { number } = await leavePending();
    expect(await approve(number)).toEqual({ ok: false, error: 'not-requested' });
    await settle(number);
    const rejection = { operator: badrul, reason: 'not on the statement' };
    expect(await rejectSettlement(backend.services, number, rejection)).toEqual({ ok: true, value: 'rejected' });
    expect(await approve(number)).toEqual({ ok: false, error: 'not-requested' });
    expect(await settle(number)).toEqual({ ok: true, value: 'requested' });
  });
});

test('a gateway that cannot be reached tells no outcome: the attempt can be settled', async () => {
  const { refid, number } = await leavePending();
  backend.fpx.isReachable = false;
  await settle(number);
  await approve(number);
  expect(await creditsOf(refid)).toHaveLength(1);
});
