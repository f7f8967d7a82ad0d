import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import {
  postReturn,
  sandboxControl,
  createPayment,
  encryptForPage,
  redirectToBank,
  errorCodeOf,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const onPause = jest.fn<Promise<void>, [number]>();
jest.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => onPause(ms) }));
beforeEach(() => onPause.mockReset().mockImplementation(() => new Promise((resolve) => setImmediate(resolve))));

const backend = setUpTestBackend();

const cancel = (refid: string) => succeed(backend, calls['payment.cancel'], { refid });
const refusalToCancel = (refid: string) => errorCodeOf(backend, calls['payment.cancel'], { refid });
const historyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`);

test('cancels an order without attempts, once', async () => {
  const refid = await createPayment(backend);
  const cancelled = { refid, status: 'cancelled' };
  expect(await cancel(refid)).toEqual(cancelled);
  expect(await cancel(refid)).toEqual(cancelled);
  const { state, history } = await historyOf(refid);
  expect(state).toBe('cancelled');
  expect(history.filter((move: { state: string }) => move.state === 'cancelled')).toMatchObject([{ movedBy: 'payer' }]);
});

test('a cancelled order has no jobs', async () => {
  const due = () => backend.store.db.selectFrom('jobs').select('subject').where('kind', '=', 'expire-order').execute();
  const refid = await createPayment(backend);
  expect(await due()).toEqual([{ subject: refid }]);
  await cancel(refid);
  expect(await due()).toEqual([]);
});

test('an unknown order cannot be cancelled', async () => {
  expect(await refusalToCancel('nosuchpaymentnosuchpayment')).toBe('unknown-payment');
});

test('an order refused at creation does not change', async () => {
  const refused = await send(backend, calls['transaction.create'], {
    ...{ accountNumber: '1234567843', amount: 13_878, payOption: 'current' },
  });
  expect(refused.code).toBe('account-blacklisted');
  const { refid } = await backend.store.db.selectFrom('orders').select('refid').executeTakeFirstOrThrow();
  expect(await refusalToCancel(refid)).toBe('payment-ended');
});

test.each(['failed', 'unknown'] as const)('a payer who left a bank that reports %s may cancel', async (word) => {
  const { refid, number } = await redirectToBank(backend);
  if (word === 'failed') backend.fpx.setStatus(number, 'failed');
  expect(await cancel(refid)).toMatchObject({ status: 'cancelled' });
  const { attempts } = await historyOf(refid);
  expect(attempts).toMatchObject([{ state: word === 'failed' ? 'failed' : 'cancelled' }]);
});

test('a paid order is not cancelled, even if the payment was not reported yet', async () => {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'successful');
  expect(await refusalToCancel(refid)).toBe('payment-ended');
  expect(await statusOf(backend, refid)).toBe('successful');
});

test('an attempt in progress at the bank is not cancelled', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'pending'));
  backend.fpx.setStatus(number, 'pending');
  expect(await refusalToCancel(refid)).toBe('attempt-under-way');
});

describe('while a card is being authorised', () => {
  async function beginCard() {
    const refid = await createPayment(backend);
    let finish = () => {};
    backend.cards.gate = new Promise((resolve) => (finish = resolve));
    const card = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'PAYER' };
    const cardDetails = await encryptForPage(backend, refid, card);
    const choice = { selectedPaymentMethod: 'newCard' as const, cardDetails, saveCard: false };
    const paymentRequest = { ...choice, userEmailAddress: 'payer@example.com' };
    const begun = send(backend, calls['payment.init'], { refid, shownAmount: 13_878, paymentRequest });
    await backend.cards.waitForBegun(1);
    return { refid, begun, finish };
  }

  test.each([
    ['successful', 'payment-ended', 'successful'],
    ['failed', null, 'cancelled'],
  ] as const)('row 7: a cancellation waits for the answer: %s', async (answer, code, status) => {
    backend.cards.beginning = answer;
    const { refid, begun, finish } = await beginCard();
    onPause.mockImplementation(async () => {
      finish();
      await begun;
    });
    expect((await send(backend, calls['payment.cancel'], { refid })).code).toBe(code);
    expect(onPause).toHaveBeenCalledTimes(1);
    expect(await statusOf(backend, refid)).toBe(status);
    expect((await historyOf(refid)).reviews).toEqual([]);
  });

  test('row 7: a cancellation is refused when the answer does not come in 15 s, and changes nothing', async () => {
    const { refid, begun, finish } = await beginCard();
    expect(await refusalToCancel(refid)).toBe('attempt-under-way');
    expect(onPause.mock.calls.reduce((sum, [ms]) => sum + ms, 0)).toBe(15_000);
    expect(backend.cards.enquired).toEqual([]);
    expect((await historyOf(refid)).attempts).toMatchObject([{ state: 'initiated' }]);
    finish();
    await begun;
  });
});

test('an order is not cancelled if another tab has initiated an attempt meanwhile', async () => {
  const { db } = backend.store;
  // After the first has been given up, and before the order is locked.
  await sql`create function begin_again() returns trigger language plpgsql as $$
    begin update attempts set state = 'redirected' where id = new.id; return null; end $$`.execute(db);
  await sql`create trigger another_tab after update on attempts for each row
    when (new.state = 'cancelled') execute function begin_again()`.execute(db);
  try {
    const { refid } = await redirectToBank(backend);
    expect(await refusalToCancel(refid)).toBe('attempt-under-way');
    expect(await historyOf(refid)).toMatchObject({ state: 'open', attempts: [{ state: 'redirected' }] });
  } finally {
    await sql`drop function begin_again() cascade`.execute(db);
  }
});
