import { calls } from '@/lib/contract/calls';
import { failure, success } from '@/lib/domain/result';
import type { AttemptOrder, GatewayStatus } from '../gateways/gateway';
import {
  postReturn,
  sandboxControl,
  createPayment,
  redirectToBank,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
const historyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`);
const statesOf = async (refid: string): Promise<readonly string[]> =>
  (await historyOf(refid)).attempts.map(({ state }: { state: string }) => state);
const creditsOf = async () => (await sandboxControl(backend, 'ledger')).credits;

const reportOf = ({ number, amount }: AttemptOrder, status: GatewayStatus) => ({
  ...{ number, amount, status, currency: 'MYR', reasonCode: 'code', bankName: null },
  gatewayReference: status === 'unknown' ? '' : `ref-${number}`,
});

describe('an enquired gateway', () => {
  test('that reports on another attempt does not change this one', async () => {
    const { refid } = await redirectToBank(backend);
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
      return success({ ...reportOf(order, 'successful'), number: 'another' });
    });
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await statesOf(refid)).toEqual(['redirected']);
    expect(await creditsOf()).toEqual([]);
  });

  test('that is no longer configured cannot be enquired: the payment waits', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await backend.store.db.updateTable('attempts').set({ gateway: 'gone' }).where('number', '=', number).execute();
    expect(await statusOf(backend, refid)).toBe('pending');
    expect((await send(backend, calls['payment.cancel'], { refid })).code).toBe('attempt-under-way');
    expect(await statesOf(refid)).toEqual(['redirected']);
  });

  test('that reports pending still has its page open, until the deadline', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending');
    expect(await statusOf(backend, refid)).toBe('pending');
    expect(await statesOf(refid)).toEqual(['redirected']);
    await advance('PT16M');
    expect(await statesOf(refid)).toEqual(['pending']);
    expect(await historyOf(refid)).toMatchObject({ state: 'open', status: 'pending' });
  });

  test('that has lost a reported attempt is enquired for a day, then the payment fails', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    await advance('PT23H');
    expect(await statesOf(refid)).toEqual(['pending']);
    await advance('PT7H');
    expect(await statesOf(refid)).toEqual(['failed']);
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await historyOf(refid)).toMatchObject({ state: 'expired' });
  });
});

describe('an abandoned barcode', () => {
  async function showBarcode() {
    const refid = await createPayment(backend);
    const paymentRequest = { selectedPaymentMethod: 'counter' as const, userEmailAddress: 'payer@example.com' };
    await succeed(backend, calls['payment.init'], { refid, shownAmount: 13_878, paymentRequest });
    return refid;
  }

  test.each([
    ['cancelled', null, 'cancelled', 'cancelled', 0],
    ['unknown', null, 'cancelled', 'cancelled', 0],
    ['failed', null, 'failed', 'cancelled', 0],
    ['successful', 'payment-ended', 'successful', 'successful', 1],
    ['pending', 'attempt-under-way', 'pending', 'pending', 0],
    ['unreachable', 'attempt-under-way', 'redirected', 'pending', 0],
  ] as const)('is withdrawn first: %s', async (word, refusal, state, status, credits) => {
    const refid = await showBarcode();
    const withdrawn: string[] = [];
    backend.counter.withdraw = async (order) => {
      withdrawn.push(order.number);
      return word === 'unreachable' ? failure('unreachable') : success(reportOf(order, word));
    };
    expect((await send(backend, calls['payment.cancel'], { refid })).code).toBe(refusal);
    expect(withdrawn).toEqual([backend.counter.begun[0]?.order.number]);
    expect(await statesOf(refid)).toEqual([state]);
    expect(await historyOf(refid)).toMatchObject({ status });
    expect(await creditsOf()).toHaveLength(credits);
  });

  test('is enquired if it cannot be withdrawn, and unchanged while it can be paid', async () => {
    const refid = await showBarcode();
    expect((await send(backend, calls['payment.cancel'], { refid })).code).toBe('attempt-under-way');
    expect(backend.counter.enquired).toHaveLength(1);
    expect(await statesOf(refid)).toEqual(['redirected']);
  });

  test('that is no longer open is not withdrawn, only enquired', async () => {
    const refid = await showBarcode();
    const number = backend.counter.begun[0]?.order.number ?? '';
    await backend.store.db.updateTable('attempts').set({ state: 'pending' }).where('number', '=', number).execute();
    backend.counter.withdraw = async (order) => success(reportOf(order, 'cancelled'));
    expect((await send(backend, calls['payment.cancel'], { refid })).code).toBe('attempt-under-way');
    expect(await statesOf(refid)).toEqual(['pending']);
  });
});

describe('a corporate payment at the end of its five days', () => {
  async function awaitApproval() {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
    backend.fpx.setStatus(number, 'pending-approval');
    return { refid, number };
  }

  test.each([
    ['pending-approval', 'cancelled', 'cancelled'],
    // It may have been approved, and its money be on its way.
    ['pending', 'pending', 'pending'],
    ['unknown', 'cancelled', 'expired'],
    ['failed', 'failed', 'failed'],
    ['successful', 'successful', 'successful'],
  ] as const)('with the report %s is %s', async (reported, state, status) => {
    const { refid, number } = await awaitApproval();
    await advance('P4DT23H');
    expect(await statesOf(refid)).toEqual(['pending-approval']);
    jest.spyOn(backend.fpx, 'enquire').mockImplementation(async (order) => success(reportOf(order, reported)));
    await backend.store.db.deleteFrom('jobs').where('kind', '=', 'enquire-attempt').execute();
    await advance('PT2H');
    expect(await statesOf(refid)).toEqual([state]);
    expect(await historyOf(refid)).toMatchObject({ status, attempts: [{ number }] });
  });

  test('that was not approved ends with its order, with a reason', async () => {
    const { refid } = await awaitApproval();
    await advance('P5DT1H');
    const { state, attempts, history } = await historyOf(refid);
    expect({ state, attempts }).toMatchObject({ state: 'cancelled', attempts: [{ reasonCode: 'not-approved' }] });
    expect(history.slice(-2)).toMatchObject([
      { state: 'cancelled', movedBy: 'timer', detail: 'not approved in time' },
      { state: 'cancelled', movedBy: 'timer', attempt: null },
    ]);
  });

  test('whose bank is unreachable is not cancelled until it responds', async () => {
    const { refid } = await awaitApproval();
    backend.fpx.isReachable = false;
    await advance('P5DT1H');
    expect(await statesOf(refid)).toEqual(['pending-approval']);
    backend.fpx.isReachable = true;
    await advance('PT6M');
    expect(await statesOf(refid)).toEqual(['cancelled']);
  });
});
