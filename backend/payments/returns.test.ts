import { calls } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import type { GatewayReport } from '../gateways/gateway';
import {
  postCallback,
  postReturn,
  sandboxControl,
  createPayment,
  redirectToBank,
  errorCodeOf,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const storyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`);
const statesOf = async (refid: string): Promise<readonly string[]> =>
  (await storyOf(refid)).attempts.map(({ state }: { state: string }) => state);

/** What the bank signs next says something else, under a signature that is right. */
function signOther(change: Partial<GatewayReport>) {
  const { verifyReport } = backend.fpx;
  jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
    const report = verifyReport.call(backend.fpx, fields);
    return report.ok ? success({ ...report.value, ...change }) : report;
  });
}

describe('a signed success', () => {
  test.each([
    ['cannot be asked', false, null, 'pending', 'pending', []],
    ['knows nothing of it', true, null, 'pending', 'pending', []],
    ['has it pending', true, 'pending', 'pending', 'pending', []],
    ['waits for an approval', true, 'pending-approval', 'pending-approval', 'pending-approval', []],
    ['says that it failed', true, 'failed', 'failed', 'review', [{ reason: 'attempt-ended', amount: 13_878 }]],
    ['says that it was cancelled', true, 'cancelled', 'cancelled', 'review', [{ reason: 'attempt-ended' }]],
    ['confirms it', true, 'successful', 'successful', 'successful', []],
  ] as const)('in a return, whose bank %s', async (_name, isReachable, word, state, status, reviews) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.isReachable = isReachable;
    if (word !== null) backend.fpx.setStatus(number, word);
    const answer = await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(answer.body).toEqual({ refid, resultRoute: '/bankResultFPX', status });
    expect(await statesOf(refid)).toEqual([state]);
    expect(await storyOf(refid)).toMatchObject({ reviews });
  });

  test.each([
    ['of another currency', { currency: 'SGD' }, [{ reason: 'amount-differs', amount: 13_878 }]],
    ['of another attempt', { number: 'another' }, []],
  ] as const)('in a callback, %s, is not trusted', async (_name, change, reviews) => {
    const { refid, number } = await redirectToBank(backend);
    signOther(change);
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode).toBe(403);
    expect(await storyOf(refid)).toMatchObject({ reviews });
    expect((await sandboxControl(backend, 'ledger')).credits).toEqual([]);
  });

  test.each([
    ['of another currency', { currency: 'SGD' }],
    ['of another attempt', { number: 'another' }],
  ] as const)('in a return, %s, is not trusted: its bank is enquired', async (_name, change) => {
    const { refid, number } = await redirectToBank(backend);
    signOther(change);
    const answer = await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(answer.body).toMatchObject({ status: 'failed' });
    expect(backend.fpx.enquired).toEqual([number]);
    const { history } = await storyOf(refid);
    expect(history.at(-1)).toMatchObject({ state: 'failed', movedBy: 'return', detail: 'return not believed' });
  });

  test('of another attempt, after this one has ended, is ignored', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    signOther({ number: 'another' });
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(await storyOf(refid)).toMatchObject({ reviews: [], status: 'cancelled' });
  });
});

test('a signed report without an outcome causes an enquiry, and an unknown attempt does not change', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'unknown'));
  expect(backend.fpx.enquired).toEqual([number]);
  expect(await statesOf(refid)).toEqual(['redirected']);
  backend.fpx.setStatus(number, 'successful');
  const answer = await postReturn(backend, backend.fpx.sign(number, 'unknown'));
  expect(answer.body).toMatchObject({ status: 'successful' });
});

test('a return for an ended attempt causes no enquiry', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'failed'));
  await postReturn(backend, { ...backend.fpx.sign(number, 'successful'), signature: '' });
  await postReturn(backend, backend.fpx.sign(number, 'cancelled'));
  expect(backend.fpx.enquired).toEqual([]);
  expect(await storyOf(refid)).toMatchObject({ status: 'failed', reviews: [] });
});

describe('a callback', () => {
  test.each(['failed', 'cancelled', 'expired', 'pending', 'pending-approval'] as const)(
    'that reports %s is trusted by its signature',
    async (verdict) => {
      const { refid, number } = await redirectToBank(backend);
      expect((await postCallback(backend, backend.fpx.sign(number, verdict))).statusCode).toBe(200);
      expect(backend.fpx.enquired).toEqual([]);
      expect(await statesOf(refid)).toEqual([verdict]);
      const { history } = await storyOf(refid);
      expect(history.findLast(({ attempt }: { attempt: string }) => attempt === number)).toMatchObject({
        state: verdict,
        movedBy: 'callback',
      });
    },
  );

  test('finds attempts of both kinds of FPX, and none of another gateway', async () => {
    const refid = await createPayment(backend);
    const choice = { selectedPaymentMethod: 'fpxCorporate' as const, fpxBankCorporateID: 'MB2U0227' };
    await succeed(backend, calls['payment.init'], {
      ...{ refid, shownAmount: 13_878 },
      paymentRequest: { ...choice, userEmailAddress: 'payer@example.com' },
    });
    const fields = backend.corporate.sign(backend.corporate.begun[0]?.order.number ?? '', 'successful');
    for (const gateway of ['counter', 'nobody']) {
      expect((await postCallback(backend, fields, gateway)).statusCode).toBe(404);
    }
    expect(await statesOf(refid)).toEqual(['redirected']);
    expect((await postCallback(backend, fields, 'fpx')).statusCode).toBe(200);
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test.each<Record<string, string>>([{}, { number: '' }, { number: 'unknown' }])(
    '%j names no payment',
    async (fields) => {
      expect((await postCallback(backend, fields)).statusCode).toBe(404);
      const request = { route: '/bankResultFPX', fields } as const;
      expect(await errorCodeOf(backend, calls['payment.return'], request)).toBe('unknown-payment');
    },
  );
});
