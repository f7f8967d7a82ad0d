import {
  createPayment,
  postReturn,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';
import { calls } from '@/lib/contract/calls';
import { sharedKey } from '../operators/model';
import { closeReview, listReview } from './review-queue';

const backend = setUpTestBackend({ isMeasured: true });

const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
const waiting = () => listReview(backend.services);
const stateOf = async (refid: string): Promise<string> => {
  const { attempts } = await sandboxControl(backend, `payments/${refid}`);
  return attempts[0].state;
};

/** How the outcome of an attempt stays unknown, and when the day begins after which a person looks at it. */
const unknowns = {
  'pending at its bank': async ({ number }: { number: string }) => {
    backend.fpx.setStatus(number, 'pending');
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
  },
  'pending at a bank that cannot be reached': async ({ number }: { number: string }) => {
    await postReturn(backend, backend.fpx.sign(number, 'pending'));
    backend.fpx.isReachable = false;
  },
} as const;

// design.md, section 7: after 24 hours it is in the pending queue with an alert, and enquired until it is known.
describe.each(Object.entries(unknowns))('an attempt that is %s', (_name, leave) => {
  test('waits for a person after a day, and for sixty days, until its outcome is known', async () => {
    const payment = await redirectToBank(backend);
    await leave(payment);
    await advance('PT23H50M');
    expect(await waiting()).toEqual([]);
    await advance('PT15M');
    const [entry, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ refid: payment.refid, reason: 'outcome-unknown: pending', amount: 13_878, whose: 'fpx' },
      reference: expect.stringContaining(payment.number),
    });
    await advance('P60D');
    expect(await waiting()).toHaveLength(1);
    expect(await stateOf(payment.refid)).toBe('pending');
    backend.fpx.isReachable = true;
    backend.fpx.setStatus(payment.number, 'successful');
    await advance('PT6H');
    expect(await stateOf(payment.refid)).toBe('successful');
    expect(await waiting()).toEqual([]);
  });
});

test('a payer who left for a bank that cannot be reached: the day begins at the attempt’s deadline', async () => {
  const { refid } = await redirectToBank(backend);
  backend.fpx.isReachable = false;
  await advance('PT24H');
  expect(await waiting()).toEqual([]);
  await advance('PT16M');
  expect(await waiting()).toMatchObject([{ refid, reason: 'outcome-unknown: redirected' }]);
});

test('a corporate approval waits for its five days first', async () => {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'pending-approval');
  await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
  backend.fpx.isReachable = false;
  await advance('P5DT23H');
  expect(await waiting()).toEqual([]);
  await advance('PT2H');
  expect(await waiting()).toMatchObject([{ refid, reason: 'outcome-unknown: pending-approval' }]);
});

test('a code at a counter that can still be paid does not wait for a person', async () => {
  const refid = await createPayment(backend);
  const paymentRequest = { selectedPaymentMethod: 'counter' as const, userEmailAddress: 'payer@example.com' };
  await succeed(backend, calls['payment.init'], { refid, shownAmount: 13_878, paymentRequest });
  await advance('PT25H');
  expect(await waiting()).toEqual([]);
});

test('an attempt whose outcome is unknown cannot be closed, and is counted for the alert', async () => {
  const payment = await redirectToBank(backend);
  await unknowns['pending at its bank'](payment);
  await advance('P2D');
  const [entry] = await waiting();
  expect(await closeReview(backend.services, entry?.id ?? '', { note: 'asked the bank', by: sharedKey })).toBe(
    'unanswered',
  );
  expect(await waiting()).toHaveLength(1);
  const metrics = await backend.metrics?.registry.metrics();
  expect(metrics).toContain('ebill_backend_reviews_waiting{kind="attempt"} 1');
});
