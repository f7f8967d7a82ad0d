import { calls } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import type { GatewayReport } from '../gateways/gateway';
import {
  postCallback,
  postReturn,
  sandboxControl,
  createPayment,
  fpxRequest,
  redirectToBank,
  errorCodeOf,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const storyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`);
const statesOf = async (refid: string): Promise<readonly string[]> =>
  (await storyOf(refid)).attempts.map(({ state }: { state: string }) => state);

/** Makes the bank sign other values, with a valid signature. */
function signOther(change: Partial<GatewayReport>) {
  const { verifyReport } = backend.fpx;
  jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
    const report = verifyReport.call(backend.fpx, fields);
    return report.ok ? success({ ...report.value, ...change }) : report;
  });
}

describe('a signed success', () => {
  const words = [
    ['cannot be asked', false, null, 'pending', 'pending'],
    ['knows nothing of it', true, null, 'pending', 'pending'],
    ['has it pending', true, 'pending', 'pending', 'pending'],
    ['waits for an approval', true, 'pending-approval', 'pending-approval', 'pending-approval'],
    ['says that it failed', true, 'failed', 'failed', 'failed'],
    ['says that it was cancelled', true, 'cancelled', 'cancelled', 'cancelled'],
    ['confirms it', true, 'successful', 'successful', 'successful'],
  ] as const;
  const channels = {
    return: async (number: string) => {
      const answer = await postReturn(backend, backend.fpx.sign(number, 'successful'));
      return answer.status;
    },
    callback: async (number: string) => {
      return (await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode;
    },
  };
  const cases = Object.entries(channels).flatMap(([channel, bring]) =>
    words.map((word) => [channel, ...word, bring] as const),
  );

  test.each(cases)('row 4: in a %s, whose bank %s', async (...[, , isReachable, word, state, status, bring]) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.isReachable = isReachable;
    if (word !== null) backend.fpx.setStatus(number, word);
    expect(await bring(number)).toBe(200);
    expect(backend.fpx.enquired).toEqual([number]);
    expect(await storyOf(refid)).toMatchObject({ status, attempts: [{ state }], reviews: [] });
    expect((await sandboxControl(backend, 'ledger')).credits).toHaveLength(state === 'successful' ? 1 : 0);
  });

  test('that is denied is enquired again, and money that is found then is credited', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'failed');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await statesOf(refid)).toEqual(['failed']);
    backend.fpx.setStatus(number, 'successful');
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await storyOf(refid)).toMatchObject({ state: 'paid', attempts: [{ state: 'successful' }], reviews: [] });
  });

  test('that cannot be confirmed brings the next enquiry forward', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    backend.fpx.setStatus(number, 'pending');
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    backend.fpx.isReachable = false;
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode).toBe(200);
    backend.fpx.isReachable = true;
    backend.fpx.setStatus(number, 'successful');
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    expect(await statesOf(refid)).toEqual(['successful']);
  });

  test.each(['return', 'callback'] as const)(
    'row 41: of another amount, in a %s, is money only where its bank agrees',
    async (channel) => {
      const bring = (number: string) => {
        const fields = backend.fpx.sign(number, 'successful', 5_000);
        return channel === 'return' ? postReturn(backend, fields) : postCallback(backend, fields);
      };
      const [denied, unknown, agreed] = [
        await redirectToBank(backend),
        await redirectToBank(backend),
        await redirectToBank(backend),
      ];
      backend.fpx.setStatus(denied.number, 'failed');
      backend.fpx.setStatus(agreed.number, 'successful', 5_000);
      for (const { number } of [denied, unknown, agreed]) await bring(number);
      expect(await storyOf(denied.refid)).toMatchObject({ reviews: [], attempts: [{ state: 'failed' }] });
      expect(await storyOf(unknown.refid)).toMatchObject({ reviews: [], attempts: [{ state: 'redirected' }] });
      expect(await storyOf(agreed.refid)).toMatchObject({
        reviews: [{ reason: 'amount-differs', amount: 5_000 }],
        attempts: [{ state: 'failed' }],
      });
      expect((await sandboxControl(backend, 'ledger')).credits).toEqual([]);
    },
  );

  test('row 41: of another amount, of which its bank knows the right one, is credited as the bank says', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful', 5_000));
    expect(await storyOf(refid)).toMatchObject({ state: 'paid', reviews: [] });
  });

  test('row 41: of an ended attempt is held only when its bank confirms it, and repeated until it can be asked', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    const callBack = async () => (await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode;
    backend.fpx.isReachable = false;
    expect(await callBack()).toBe(503);
    backend.fpx.isReachable = true;
    expect(await callBack()).toBe(503);
    expect(await storyOf(refid)).toMatchObject({ status: 'cancelled', reviews: [] });
    backend.fpx.setStatus(number, 'successful');
    expect(await callBack()).toBe(200);
    expect(await storyOf(refid)).toMatchObject({ reviews: [{ reason: 'attempt-ended', amount: 13_878 }] });
    // Money that is already held for review needs no enquiry.
    const asked = backend.fpx.enquired.length;
    backend.fpx.isReachable = false;
    expect(await callBack()).toBe(200);
    expect(backend.fpx.enquired).toHaveLength(asked);
  });

  test('of another attempt, in a callback, is not trusted', async () => {
    const { refid, number } = await redirectToBank(backend);
    signOther({ number: 'another' });
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode).toBe(403);
    expect(await storyOf(refid)).toMatchObject({ reviews: [], attempts: [{ state: 'redirected' }] });
    expect(backend.fpx.enquired).toEqual([]);
  });

  test('of another attempt, after this one has ended, is ignored', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    signOther({ number: 'another' });
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(await storyOf(refid)).toMatchObject({ reviews: [], status: 'cancelled' });
  });
});

const forgeries = {
  'of nothing but a number': (number: string) => ({ number }),
  unsigned: (number: string) => ({ ...backend.fpx.sign(number, 'failed'), signature: '' }),
  'with another status': (number: string) => ({ ...backend.fpx.sign(number, 'failed'), status: 'successful' }),
  'with another amount': (number: string) => ({ ...backend.fpx.sign(number, 'successful'), amount: '1' }),
  'signed, of another amount and no money': (number: string) => backend.fpx.sign(number, 'failed', 1),
};
const strangerVisit = 'visit-of-a-stranger-0001';

describe.each(Object.entries(forgeries))('a return %s', (_name, forge) => {
  test('row 42: changes nothing and causes no enquiry, however often it comes; the real approval is credited', async () => {
    const { refid, number } = await redirectToBank(backend);
    const before = await storyOf(refid);
    for (let times = 0; times < 40; times += 1) {
      const answer = await postReturn(backend, forge(number));
      expect(answer.body).toEqual({ refid, resultRoute: '/bankResultFPX', status: 'pending' });
    }
    expect(await storyOf(refid)).toEqual(before);
    expect(await statusOf(backend, refid, strangerVisit)).toBe('pending');
    expect((await succeed(backend, calls['payment.result'], { refid })).status).toBe('pending');
    expect(backend.fpx.enquired).toEqual([]);
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await storyOf(refid)).toMatchObject({ state: 'paid', status: 'successful', reviews: [] });
  });

  test('row 42: ends an attempt that its bank does not know, when the visit that began it opens the result', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, forge(number));
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(backend.fpx.enquired).toEqual([number]);
    const { history } = await storyOf(refid);
    expect(history.at(-1)).toMatchObject({ state: 'failed', movedBy: 'return', detail: 'return rejected' });
  });

  test.each(['pending', 'unreachable'] as const)(
    'row 42: ends nothing where the bank is %s, and the bank is asked once in five seconds',
    async (word) => {
      const { refid, number } = await redirectToBank(backend);
      if (word === 'pending') backend.fpx.setStatus(number, 'pending');
      else backend.fpx.isReachable = false;
      await postReturn(backend, forge(number));
      for (let times = 0; times < 10; times += 1) expect(await statusOf(backend, refid)).toBe('pending');
      expect(backend.fpx.enquired).toEqual([number]);
      expect(await statesOf(refid)).toEqual(['redirected']);
    },
  );
});

test('row 42: without a return the bank’s ‘not found’ ends nothing: its payer may be there still', async () => {
  const { refid, number } = await redirectToBank(backend);
  expect(await statusOf(backend, refid)).toBe('pending');
  expect(backend.fpx.enquired).toEqual([number]);
  expect(await statesOf(refid)).toEqual(['redirected']);
});

test('row 42: a forged return of an attempt that its bank has reported as pending ends nothing', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, { number });
  await postReturn(backend, backend.fpx.sign(number, 'pending'));
  await postReturn(backend, { number });
  expect(await statusOf(backend, refid)).toBe('pending');
  expect(await statesOf(refid)).toEqual(['pending']);
});

test('row 42: an attempt that no visit began is nobody’s', async () => {
  const refid = await createPayment(backend);
  const { visitId: _, ...request } = fpxRequest(refid);
  await succeed(backend, calls['payment.init'], request);
  await postReturn(backend, { number: backend.fpx.begun[0]?.order.number ?? '' });
  expect(await statusOf(backend, refid)).toBe('pending');
  expect(backend.fpx.enquired).toEqual([]);
});

test('row 42: the attempt’s number is shown to the visit that began it, and to no other', async () => {
  const { refid, number } = await redirectToBank(backend);
  const shownTo = async (visit: { visitId?: string }) =>
    (await succeed(backend, calls['payment.result'], { refid, ...visit })).transactionId;
  expect(await shownTo({ visitId: testVisit })).toBe(number);
  expect(await shownTo({ visitId: strangerVisit })).toBeNull();
  expect(await shownTo({})).toBeNull();
});

describe('the enquiries that visitors cause for one attempt', () => {
  const causes = {
    'signed returns': (number: string) => postReturn(backend, backend.fpx.sign(number, 'successful')),
    'signed returns without an outcome': (number: string) => postReturn(backend, backend.fpx.sign(number, 'unknown')),
    callbacks: (number: string) => postCallback(backend, backend.fpx.sign(number, 'successful')),
    'the same choice again': (_number: string, refid: string) =>
      send(backend, calls['payment.init'], fpxRequest(refid)),
    'giving up': (_number: string, refid: string) => send(backend, calls['payment.cancel'], { refid }),
  };

  test.each(Object.entries(causes))('row 42: %s, 300 of them at once: ten enquiries', async (_name, cause) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending');
    await Promise.all(Array.from({ length: 300 }, () => cause(number, refid)));
    expect(backend.fpx.enquired).toHaveLength(10);
    await sandboxControl(backend, 'clock', { advance: 'PT31S' });
    for (let times = 0; times < 3; times += 1) await cause(number, refid);
    expect(backend.fpx.enquired).toHaveLength(11);
  });

  test('row 42: of one attempt leave those of another alone, and a clock that is set back stops none', async () => {
    const [one, other] = [await redirectToBank(backend), await redirectToBank(backend)];
    for (let times = 0; times < 12; times += 1) await postReturn(backend, backend.fpx.sign(one.number, 'unknown'));
    await postReturn(backend, backend.fpx.sign(other.number, 'unknown'));
    expect(backend.fpx.enquired.filter((number) => number === other.number)).toHaveLength(1);
    backend.clock.offsetMs -= 86_400_000;
    await postReturn(backend, backend.fpx.sign(one.number, 'unknown'));
    expect(backend.fpx.enquired.filter((number) => number === one.number)).toHaveLength(11);
  });

  test('row 42: beyond them money is not forgotten: a callback is kept, and its bank asked by the clock', async () => {
    const { refid, number } = await redirectToBank(backend);
    for (let times = 0; times < 10; times += 1) await postReturn(backend, backend.fpx.sign(number, 'unknown'));
    backend.fpx.setStatus(number, 'successful');
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode).toBe(200);
    expect(await statesOf(refid)).toEqual(['pending']);
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    expect(await storyOf(refid)).toMatchObject({ state: 'paid', reviews: [] });
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
  await postReturn(backend, backend.fpx.sign(number, 'unknown'));
  expect(backend.fpx.enquired).toEqual([]);
  expect(await storyOf(refid)).toMatchObject({ status: 'failed', reviews: [] });
});

describe('a callback', () => {
  test.each(['failed', 'cancelled', 'expired', 'pending', 'pending-approval'] as const)(
    'that reports %s is trusted by its signature',
    async (status) => {
      const { refid, number } = await redirectToBank(backend);
      expect((await postCallback(backend, backend.fpx.sign(number, status))).statusCode).toBe(200);
      expect(backend.fpx.enquired).toEqual([]);
      expect(await statesOf(refid)).toEqual([status]);
      const { history } = await storyOf(refid);
      expect(history.findLast(({ attempt }: { attempt: string }) => attempt === number)).toMatchObject({
        state: status,
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
    backend.corporate.setStatus(backend.corporate.begun[0]?.order.number ?? '', 'successful');
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
