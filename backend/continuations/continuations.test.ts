import { calls } from '@/lib/contract/calls';
import {
  createPayment,
  errorCodeOf,
  payByFpx,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';
import { removeOldRows } from '../operations/retention';

const backend = setUpTestBackend();

const create = (refid: string) => succeed(backend, calls['continuation.create'], { refid });
const read = (token: string) => succeed(backend, calls['continuation.get'], { token });
const take = (token: string) => succeed(backend, calls['continuation.use'], { token });
const refusal = (token: string) => errorCodeOf(backend, calls['continuation.use'], { token });
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const stored = () => backend.store.db.selectFrom('payment_continuations').selectAll().execute();

test('row 63: a link is read any number of times, names no reference, and opens its payment once', async () => {
  const refid = await createPayment(backend);
  const { paymentId } = await succeed(backend, calls['payment.page'], { refid });
  const { token, validUntil } = await create(refid);
  expect(token).toMatch(/^[a-z2-7]{26}$/);
  for (let time = 0; time < 3; time += 1) {
    const link = await read(token);
    expect(link).toMatchObject({ status: 'open', validUntil, productname: 'Satellite TV bill' });
    for (const secret of [refid, paymentId, '1234567801']) expect(JSON.stringify(link)).not.toContain(secret);
  }
  expect(await take(token)).toEqual({ refid });
  expect(await refusal(token)).toBe('continuation-used');
  expect(await read(token)).toMatchObject({ status: 'used' });
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  expect(history.filter(({ state }: { state: string }) => state === 'continued-elsewhere')).toMatchObject([
    { movedBy: 'payer' },
  ]);
});

test('row 63: of twenty browsers at once one gets the payment', async () => {
  const refid = await createPayment(backend);
  const { token } = await create(refid);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(token)));
  expect(answers.filter((code) => code === null)).toHaveLength(1);
  expect(answers.filter((code) => code === 'continuation-used')).toHaveLength(19);
});

test('row 63: a link ends after five minutes, by the second', async () => {
  const refid = await createPayment(backend);
  const now = backend.services.clock.now().getTime();
  const { token, validUntil } = await create(refid);
  const lifetime = Date.parse(validUntil) - now;
  expect(lifetime).toBeGreaterThanOrEqual(5 * 60_000);
  expect(lifetime).toBeLessThan(5 * 60_000 + 10_000);
  await advance('PT4M45S');
  expect(await read(token)).toMatchObject({ status: 'open' });
  await advance('PT30S');
  expect(await read(token)).toMatchObject({ status: 'expired' });
  expect(await refusal(token)).toBe('continuation-expired');
});

test('row 63: a new link replaces the one before, used or not; a token that is not ours opens nothing', async () => {
  const refid = await createPayment(backend);
  const first = await create(refid);
  const second = await create(refid);
  expect(await refusal(first.token)).toBe('unknown-continuation');
  expect(await take(second.token)).toEqual({ refid });
  const third = await create(refid);
  expect(await refusal(second.token)).toBe('unknown-continuation');
  expect(await take(third.token)).toEqual({ refid });
  for (const token of [refid, 'a'.repeat(26), `${third.token}a`]) {
    expect(await refusal(token)).toBe('unknown-continuation');
    expect(await errorCodeOf(backend, calls['continuation.get'], { token })).toBe('unknown-continuation');
  }
});

test('row 63: the token is not stored', async () => {
  const { token } = await create(await createPayment(backend));
  expect(JSON.stringify(await stored())).not.toContain(token);
});

test('a payment that is under way at a bank can be continued, one that has ended or is unknown cannot', async () => {
  const { refid } = await redirectToBank(backend);
  expect(await take((await create(refid)).token)).toEqual({ refid });
  const createRefusal = (of: string) => errorCodeOf(backend, calls['continuation.create'], { refid: of });
  expect(await createRefusal(await payByFpx(backend))).toBe('payment-ended');
  const cancelled = await createPayment(backend);
  await succeed(backend, calls['payment.cancel'], { refid: cancelled });
  expect(await createRefusal(cancelled)).toBe('payment-ended');
  expect(await createRefusal('nosuchpaymentnosuchpayment')).toBe('unknown-payment');
  const late = await createPayment(backend);
  await advance('PT2H');
  expect(await createRefusal(late)).toBe('payment-ended');
});

test('a link is deleted a day after its end', async () => {
  const { token } = await create(await createPayment(backend));
  const remove = async () => {
    const { db, clock } = backend.services;
    await removeOldRows(db, { messages: 30, billLinks: 400, contact: 400 }, clock.now());
    return errorCodeOf(backend, calls['continuation.get'], { token });
  };
  await advance('PT23H');
  expect(await remove()).toBeNull();
  await advance('PT2H');
  expect(await remove()).toBe('unknown-continuation');
});
