import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import { failure, success } from '@/lib/domain/result';
import { addMilliseconds, dayMs, minuteMs } from '../clock';
import type { AttemptOrder, GatewayReport, GatewayStatus } from '../gateways/gateway';
import {
  postReturn,
  sandboxControl,
  createPayment,
  redirectToBank,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';
import { createApprovalJob, createEnquiryJob, createExpiryJob } from './jobs';
import { findAttempt, loadPayment, type Attempt } from './model';

const backend = setUpTestBackend();

/** The services with a fixed clock. */
const servicesAt = (now: Date) => ({ ...backend.services, clock: { now: () => now } });
const jobOf = (subject: string | number) => ({ subject: String(subject), tries: 0 }) as never;
const enquireAt = (now: Date, { id }: Pick<Attempt, 'id'>) => createEnquiryJob(servicesAt(now))(jobOf(id));
const expireAt = (now: Date, refid: string) => createExpiryJob(servicesAt(now))(jobOf(refid));
const approveAt = (now: Date, { id }: Pick<Attempt, 'id'>) => createApprovalJob(servicesAt(now))(jobOf(id));
const before = (instant: Date) => addMilliseconds(instant, -1);

async function find(number: string): Promise<Attempt> {
  const attempt = await findAttempt(backend.store.db, { number });
  if (attempt === null) throw new Error('no such attempt');
  return attempt;
}

async function findOrder(refid: string) {
  const found = await loadPayment(backend.store.db, { refid });
  if (!found.ok) throw new Error(found.error);
  return found.value.order;
}

const redirected = async () => find((await redirectToBank(backend)).number);

async function showBarcode(): Promise<Attempt> {
  const refid = await createPayment(backend);
  const paymentRequest = { selectedPaymentMethod: 'counter' as const, userEmailAddress: 'payer@example.com' };
  await succeed(backend, calls['payment.init'], { refid, shownAmount: 13_878, paymentRequest });
  return find(backend.counter.begun[0]?.order.number ?? '');
}

async function change({ id }: Attempt, to: Partial<Pick<Attempt, 'state' | 'approval_deadline'>>): Promise<void> {
  await backend.store.db.updateTable('attempts').set(to).where('id', '=', id).execute();
}

function changeOrder(refid: string, to: { state?: 'cancelled'; deadline?: Date }) {
  return backend.store.db.updateTable('orders').set(to).where('refid', '=', refid).execute();
}

function reportOf({ number, amount }: AttemptOrder, status: GatewayStatus): GatewayReport {
  const gatewayReference = status === 'unknown' ? '' : `ref-${number}`;
  return { number, amount: sen(amount), status, gatewayReference, currency: 'MYR', reasonCode: '', bankName: null };
}

describe('an enquiry', () => {
  test('of an unknown attempt ends', async () => {
    expect(await enquireAt(new Date(), { id: 987_654 })).toBeNull();
  });

  test('waits for a payer at the bank until the deadline; an attempt unknown then expires', async () => {
    const attempt = await redirected();
    expect(await enquireAt(before(attempt.deadline), attempt)).toEqual(attempt.deadline);
    expect(backend.fpx.enquired).toEqual([]);
    expect(await enquireAt(attempt.deadline, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('expired');
  });

  // go-live.md: authentication at the bank may take hours.
  describe('of a payer who is at the bank for hours', () => {
    const session = 1440 * minuteMs;
    const hours = (attempt: Attempt, count: number) => addMilliseconds(attempt.created_at, count * 60 * minuteMs);

    beforeEach(() => {
      backend.fpx.sessionMs = session;
    });

    test('has growing pauses, and its order waits until the end of the session', async () => {
      const attempt = await redirected();
      const end = addMilliseconds(attempt.created_at, session + 2 * minuteMs);
      expect(attempt.deadline).toEqual(end);
      expect(await enquireAt(attempt.created_at, attempt)).toEqual(hours(attempt, 0.5));
      expect(backend.fpx.enquired).toEqual([]);
      const { deadline } = await findOrder(attempt.order_refid);
      for (const status of ['pending', 'unknown'] as const) {
        backend.fpx.setStatus(attempt.number, status);
        expect(await enquireAt(hours(attempt, 2), attempt)).toEqual(hours(attempt, 4));
        expect(await enquireAt(hours(attempt, 20), attempt)).toEqual(end);
        expect((await find(attempt.number)).state).toBe('redirected');
        for (const now of [deadline, hours(attempt, 20)]) expect(await expireAt(now, attempt.order_refid)).toEqual(end);
      }
      expect((await findOrder(attempt.order_refid)).state).toBe('open');
      expect(await enquireAt(end, attempt)).toBeNull();
      expect((await find(attempt.number)).state).toBe('expired');
    });

    test.each([
      ['successful', 'successful', 'paid'],
      ['failed', 'failed', 'open'],
    ] as const)('ends with what the bank reports: %s', async (status, state, orderState) => {
      const attempt = await redirected();
      backend.fpx.setStatus(attempt.number, status);
      expect(await enquireAt(hours(attempt, 8), attempt)).toBeNull();
      expect((await find(attempt.number)).state).toBe(state);
      expect((await findOrder(attempt.order_refid)).state).toBe(orderState);
    });

    test('does not lose an attempt that becomes unknown just after a session of a day', async () => {
      const attempt = await redirected();
      backend.fpx.setStatus(attempt.number, 'pending');
      await enquireAt(attempt.deadline, attempt);
      backend.fpx.setStatus(attempt.number, 'unknown');
      const pending = await find(attempt.number);
      expect(pending.state).toBe('pending');
      expect(await enquireAt(addMilliseconds(attempt.deadline, 5 * minuteMs), pending)).not.toBeNull();
      expect((await find(attempt.number)).state).toBe('pending');
      expect(await enquireAt(addMilliseconds(attempt.deadline, 121 * minuteMs), pending)).toBeNull();
      expect((await find(attempt.number)).state).toBe('failed');
    });
  });

  test('enquires about a payable barcode every half hour without withdrawing it', async () => {
    const attempt = await showBarcode();
    const withdraw = jest.fn();
    backend.counter.withdraw = withdraw;
    const now = attempt.created_at;
    expect(await enquireAt(now, attempt)).toEqual(addMilliseconds(now, 30 * minuteMs));
    expect(backend.counter.enquired).toEqual([attempt.number]);
    expect(withdraw).not.toHaveBeenCalled();
    expect((await find(attempt.number)).state).toBe('redirected');
  });

  test.each(['created', 'initiated'] as const)(
    'withdraws a code that was not shown: the process died while it was %s',
    async (state) => {
      const attempt = await showBarcode();
      await change(attempt, { state });
      backend.counter.withdraw = async (order) => success(reportOf(order, 'unknown'));
      expect(await enquireAt(new Date(), attempt)).toBeNull();
      expect(backend.counter.enquired).toEqual([]);
      expect((await find(attempt.number)).state).toBe('failed');
    },
  );

  test('of an attempt that a bank has lost continues for a day', async () => {
    const { number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    const attempt = await find(number);
    const day = addMilliseconds(attempt.created_at, dayMs);
    expect(await enquireAt(day, attempt)).not.toBeNull();
    expect((await find(number)).state).toBe('pending');
    expect(await enquireAt(addMilliseconds(day, 1), attempt)).toBeNull();
    expect((await find(number)).state).toBe('failed');
  });

  test('of a successful attempt makes no call', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await statusOf(backend, refid);
    const asked = backend.fpx.enquired.length;
    expect(await enquireAt(addMilliseconds(new Date(), dayMs), await find(number))).toBeNull();
    expect(backend.fpx.enquired).toHaveLength(asked);
  });

  test('of an ended attempt without history makes no call', async () => {
    const attempt = await redirected();
    await change(attempt, { state: 'expired' });
    expect(await enquireAt(addMilliseconds(new Date(), dayMs), attempt)).toBeNull();
    expect(backend.fpx.enquired).toEqual([]);
  });

  test('of an attempt that we ended starts 15 minutes later', async () => {
    const attempt = await redirected();
    await enquireAt(attempt.deadline, attempt);
    const asked = backend.fpx.enquired.length;
    const first = addMilliseconds(attempt.deadline, 15 * minuteMs);
    expect(await enquireAt(before(first), attempt)).toEqual(first);
    expect(backend.fpx.enquired).toHaveLength(asked);
    expect(await enquireAt(first, attempt)).toEqual(addMilliseconds(attempt.deadline, 60 * minuteMs));
    expect(backend.fpx.enquired).toHaveLength(asked + 1);
  });
});

describe('the expiry of an order', () => {
  test('that is unknown or closed does nothing', async () => {
    expect(await expireAt(new Date(), 'no-such-order')).toBeNull();
    const refid = await createPayment(backend);
    await changeOrder(refid, { state: 'cancelled' });
    expect(await expireAt(addMilliseconds(new Date(), dayMs), refid)).toBeNull();
    expect((await findOrder(refid)).state).toBe('cancelled');
  });

  test('happens at the deadline, not before', async () => {
    const refid = await createPayment(backend);
    const { deadline } = await findOrder(refid);
    expect(await expireAt(before(deadline), refid)).toEqual(deadline);
    expect((await findOrder(refid)).state).toBe('open');
    expect(await expireAt(deadline, refid)).toBeNull();
    expect((await findOrder(refid)).state).toBe('expired');
  });

  test('waits for a payable barcode, and enquires at its expiry', async () => {
    const attempt = await showBarcode();
    const refid = attempt.order_refid;
    expect(await expireAt(before(attempt.deadline), refid)).toEqual(attempt.deadline);
    expect(backend.counter.enquired).toEqual([]);
    jest.spyOn(backend.counter, 'enquire').mockImplementationOnce(async (order) => success(reportOf(order, 'unknown')));
    expect(await expireAt(attempt.deadline, refid)).toBeNull();
    const { state, history } = await sandboxControl(backend, `payments/${refid}`);
    expect(state).toBe('expired');
    expect(history.at(-2)).toMatchObject({ state: 'expired', movedBy: 'timer', detail: 'deadline' });
  });

  test('checks again in 15 minutes while a bank has the payment, without an enquiry', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    const asked = backend.fpx.enquired.length;
    const { deadline } = await findOrder(refid);
    expect(await expireAt(deadline, refid)).toEqual(addMilliseconds(deadline, 15 * minuteMs));
    expect(backend.fpx.enquired).toHaveLength(asked);
  });

  test('waits for the deadline of an order whose payer was given more time during the enquiry', async () => {
    const attempt = await redirected();
    const refid = attempt.order_refid;
    const deadline = addMilliseconds(attempt.deadline, 5 * minuteMs);
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
      await changeOrder(refid, { deadline });
      return success(reportOf(order, 'unknown'));
    });
    expect(await expireAt(attempt.deadline, refid)).toEqual(deadline);
    expect((await findOrder(refid)).state).toBe('open');
    expect(await expireAt(deadline, refid)).toBeNull();
    expect((await findOrder(refid)).state).toBe('expired');
  });

  test('does not change an order that was closed during the enquiry', async () => {
    const attempt = await redirected();
    const refid = attempt.order_refid;
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
      await changeOrder(refid, { state: 'cancelled' });
      return success(reportOf(order, 'unknown'));
    });
    expect(await expireAt(attempt.deadline, refid)).toBeNull();
    expect((await findOrder(refid)).state).toBe('cancelled');
  });
});

describe('the end of an approval', () => {
  async function awaitApproval(): Promise<Attempt & { readonly approval_deadline: Date }> {
    const { number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
    backend.fpx.setStatus(number, 'pending-approval');
    const attempt = await find(number);
    if (attempt.approval_deadline === null) throw new Error('no deadline');
    return { ...attempt, approval_deadline: attempt.approval_deadline };
  }

  test('of an attempt that awaits none makes no call', async () => {
    expect(await approveAt(new Date(), { id: 987_654 })).toBeNull();
    expect(await approveAt(addMilliseconds(new Date(), 9 * dayMs), await redirected())).toBeNull();
    expect(backend.fpx.enquired).toEqual([]);
  });

  test('happens at the deadline, not before', async () => {
    const attempt = await awaitApproval();
    const asked = backend.fpx.enquired.length;
    expect(await approveAt(before(attempt.approval_deadline), attempt)).toEqual(attempt.approval_deadline);
    expect(backend.fpx.enquired).toHaveLength(asked);
    expect(await approveAt(attempt.approval_deadline, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('cancelled');
    expect((await findOrder(attempt.order_refid)).state).toBe('cancelled');
  });

  test('without a deadline is due now', async () => {
    const attempt = await awaitApproval();
    await change(attempt, { approval_deadline: null });
    expect(await approveAt(attempt.created_at, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('cancelled');
  });

  test('waits five minutes for an unreachable bank', async () => {
    const attempt = await awaitApproval();
    const now = attempt.approval_deadline;
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async () => failure('unreachable'));
    expect(await approveAt(now, attempt)).toEqual(addMilliseconds(now, 5 * minuteMs));
    expect((await find(attempt.number)).state).toBe('pending-approval');
  });

  test('does not change an attempt that ended during the enquiry', async () => {
    const attempt = await awaitApproval();
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
      await change(attempt, { state: 'failed' });
      return success(reportOf(order, 'pending-approval'));
    });
    expect(await approveAt(attempt.approval_deadline, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('failed');
  });

  test.each([
    ['a millisecond before its deadline', -1, 'open'],
    ['at its deadline', 0, 'cancelled'],
  ] as const)('closes its order with it %s: %d, %s', async (_name, ms, state) => {
    const attempt = await awaitApproval();
    const now = attempt.approval_deadline;
    await changeOrder(attempt.order_refid, { deadline: addMilliseconds(now, -ms) });
    expect(await approveAt(now, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('cancelled');
    expect((await findOrder(attempt.order_refid)).state).toBe(state);
  });

  test('does not change an order that is closed already', async () => {
    const attempt = await awaitApproval();
    await changeOrder(attempt.order_refid, { state: 'cancelled' });
    expect(await approveAt(attempt.approval_deadline, attempt)).toBeNull();
    expect((await find(attempt.number)).state).toBe('cancelled');
  });
});
