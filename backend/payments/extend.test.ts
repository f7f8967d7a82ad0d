import { calls } from '@/lib/contract/calls';
import {
  createPayment,
  errorCodeOf,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const minutes = (count: number) => count * 60_000;
const extend = (refid: string, extensionsLeft: number) =>
  succeed(backend, calls['payment.extend'], { refid, extensionsLeft });
const refusal = (refid: string) => errorCodeOf(backend, calls['payment.extend'], { refid, extensionsLeft: 2 });
const stateOf = async (refid: string) => (await succeed(backend, calls['payment.page'], { refid })).orderState;
const dueAt = (subject: string) =>
  backend.store.db
    .selectFrom('jobs')
    .select('due_at')
    .where('kind', '=', 'expire-order')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();

test('gives five minutes twice, and none more', async () => {
  const refid = await createPayment(backend);
  const { deadline } = await succeed(backend, calls['payment.page'], { refid });
  const later = (count: number) => new Date(Date.parse(deadline) + minutes(count)).toISOString();
  expect(await extend(refid, 2)).toEqual({ deadline: later(5), extensionsLeft: 1 });
  expect(await extend(refid, 1)).toEqual({ deadline: later(10), extensionsLeft: 0 });
  expect(await extend(refid, 1)).toEqual({ deadline: later(10), extensionsLeft: 0 });
  expect(await dueAt(refid)).toEqual({ due_at: new Date(later(10)) });
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  expect(history.filter(({ state }: { state: string }) => state === 'extended')).toMatchObject([
    { movedBy: 'payer', detail: `until ${later(5)}` },
    { movedBy: 'payer', detail: `until ${later(10)}` },
  ]);
});

test('a repeated request changes nothing, with another idempotency key too', async () => {
  const refid = await createPayment(backend);
  const first = await extend(refid, 2);
  expect(await extend(refid, 2)).toEqual(first);
});

test('requests at once are one', async () => {
  const refid = await createPayment(backend);
  const answers = await Promise.all([extend(refid, 2), extend(refid, 2), extend(refid, 2)]);
  expect(new Set(answers.map(({ extensionsLeft }) => extensionsLeft))).toEqual(new Set([1]));
});

test('a partner’s deadline stays', async () => {
  const deadline = new Date(backend.services.clock.now().getTime() + minutes(30)).toISOString();
  const { paymentId } = await sandboxControl(backend, 'orders', {
    ...{ partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_000 }], deadline },
  });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  expect(await extend(refid, 2)).toEqual({ deadline, extensionsLeft: 0 });
});

test('is refused while an attempt is under way, for an ended payment and an unknown one', async () => {
  const { refid } = await redirectToBank(backend);
  expect(await refusal(refid)).toBe('attempt-under-way');
  const cancelled = await createPayment(backend);
  await succeed(backend, calls['payment.cancel'], { refid: cancelled });
  expect(await refusal(cancelled)).toBe('payment-ended');
  expect(await refusal('nosuchpaymentnosuchpayment')).toBe('unknown-payment');
});

test('a payment with more time expires at its new deadline', async () => {
  const refid = await createPayment(backend);
  await extend(refid, 2);
  await sandboxControl(backend, 'clock', { advance: 'PT16M' });
  expect(await stateOf(refid)).toBe('open');
  await sandboxControl(backend, 'clock', { advance: 'PT5M' });
  expect(await stateOf(refid)).toBe('expired');
  expect(await refusal(refid)).toBe('payment-ended');
});
