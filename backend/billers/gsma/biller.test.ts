import { sen } from '@/lib/domain/money';
import { addMilliseconds, dayMs, hourMs, MovableClock } from '../../clock';
import type { Store } from '../../db/database';
import { openTestStore } from '../../db/test-store.fixture';
import { createTestConnector, makePayment, openGsmaSimulator, openRecorder } from './gsma-harness.fixture';
import type { GsmaSettings } from './settings';

/*
 * The connector and the simulated biller, over HTTP. 1234567801 owes RM138.78 on one bill; the case 03 has two bills, 12 is refused, 13 is
 * decided an hour later, 40 is unknown, 41 closed (docs/sandbox.md).
 */

const clock = new MovableClock();
let store: Store;
let simulator: Awaited<ReturnType<typeof openGsmaSimulator>>;

beforeAll(async () => {
  store = await openTestStore();
  simulator = await openGsmaSimulator(clock);
});
afterAll(async () => {
  await simulator.close();
  await store.close();
});
beforeEach(() => {
  clock.offsetMs = 0;
  simulator.biller.reset();
});

const connect = (settings: Partial<GsmaSettings> = {}) =>
  createTestConnector(simulator.apiUrl, store.db, clock, settings);
const postingsOf = (accountNumber = '1234567801') => simulator.biller.describeAccount(accountNumber)?.postings;
const dayFromNow = (days: number) =>
  addMilliseconds(clock.now(), days * dayMs + 8 * hourMs)
    .toISOString()
    .slice(0, 10);

describe('a bill', () => {
  const find = (accountNumber: string) => connect().findBill(accountNumber);

  test('is what the unpaid bill says, with its reference and its holder', async () => {
    expect(await find('1234567801')).toEqual({
      accountNumber: '1234567801',
      billReference: 'B1234567801B',
      holderName: 'SITI NURHALIZA BINTI OMAR',
      accountStatus: 'active',
      customerType: 'REGULAR',
      currentBalance: 13_878,
      overdueBalance: 0,
      dueDate: dayFromNow(14),
      isNew: false,
      maximumAmount: 3_000_000,
      standing: 'ordinary',
      mobileNumber: null,
      isOnAutoDebit: false,
      isEpp: false,
    });
  });

  test('is the sum of several, of which what is past its due date is overdue', async () => {
    const bill = await find('1234567803');
    expect(bill).toMatchObject({ billReference: null, currentBalance: 13_878, overdueBalance: 6_939 });
    expect(bill?.dueDate).toBe(dayFromNow(7));
  });

  test('that is overdue shows the date that has passed', async () => {
    expect(await find('1234567802')).toMatchObject({ overdueBalance: 13_878, dueDate: dayFromNow(-10) });
  });

  test.each([
    ['nothing is owed', '1234567800', { currentBalance: 0, overdueBalance: 0, dueDate: null, billReference: null }],
    ['the account is closed', '1234567841', { accountStatus: 'closed' }],
  ])('when %s', async (_name, accountNumber, expected) => {
    expect(await find(accountNumber)).toMatchObject(expected);
  });

  test('of an unknown account is none', async () => {
    expect(await find('1234567840')).toBeNull();
  });

  test('is lower after a payment', async () => {
    const { findBill, postings } = connect();
    await postings.postPayment(makePayment({ billReference: 'B1234567801B', amount: sen(3_878) }));
    expect(await findBill('1234567801')).toMatchObject({ currentBalance: 10_000, billReference: 'B1234567801B' });
  });
});

describe('a payment', () => {
  test('that is accepted at once has the biller’s receipt number', async () => {
    simulator.biller.setMode('synchronous', 1);
    const { postings } = connect();
    const payment = makePayment();
    const accepted = { status: 'accepted', receiptNumber: 'G00000001' };
    expect(await postings.postPayment(payment)).toEqual(accepted);
    expect(await postings.findPosting(payment.reference)).toEqual(accepted);
    expect(postingsOf()).toMatchObject([{ reference: payment.reference, amount: 13_878, status: 'accepted' }]);
  });

  test('is pending until it is polled for', async () => {
    const { postings } = connect();
    const payment = makePayment();
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
    expect(await postings.findPosting(payment.reference)).toEqual({ status: 'accepted', receiptNumber: 'G00000001' });
  });

  test('is pending as long as the biller says so', async () => {
    const { postings } = connect();
    const payment = makePayment({ accountNumber: '1234567813' });
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
    expect(await postings.findPosting(payment.reference)).toEqual({ status: 'pending' });
    clock.offsetMs = hourMs;
    expect(await postings.findPosting(payment.reference)).toMatchObject({ status: 'accepted' });
  });

  test('is named by the biller’s callback, which decides nothing', async () => {
    const backend = await openRecorder((response) => response.writeHead(204).end());
    const { postings, readCallback } = connect({ callbackUrl: `${backend.origin}/callbacks/biller/gsma` });
    const payment = makePayment();
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
    await backend.waitFor(1);
    const [{ headers, method, path }] = backend.received as [(typeof backend.received)[0]];
    const { pathname, searchParams } = new URL(path, backend.origin);
    expect([method, pathname]).toEqual(['PUT', '/callbacks/biller/gsma']);
    const query = Object.fromEntries(searchParams);
    expect(await readCallback({ headers: {}, query })).toBe(payment.reference);
    expect(await readCallback({ headers, query: {} })).toBe(payment.reference);
    expect(await readCallback({ headers: {}, query: { correlationId: crypto.randomUUID() } })).toBeNull();
    expect(await readCallback({ headers: {}, query: { correlationId: ['x'] } })).toBeNull();
    expect(await postings.findPosting(payment.reference)).toMatchObject({ status: 'accepted' });
    await backend.close();
  });

  test.each([
    ['with an error response', () => simulator.biller.setMode('refuse', 1), '1234567801'],
    ['later', () => {}, '1234567812'],
  ])('that is refused %s has the biller’s reason', async (_name, prepare, accountNumber) => {
    prepare();
    const { postings } = connect();
    const payment = makePayment({ accountNumber });
    const [first, second] = [await postings.postPayment(payment), await postings.findPosting(payment.reference)];
    expect([first, second]).toContainEqual({ status: 'refused', reason: 'incorrectState: account closed' });
  });

  test.each(['lose-answer', 'malformed', 'wrong-currency'] as const)(
    'whose answer is lost or not understood (%s) is asked for, and found',
    async (mode) => {
      // A lost connection is tried twice, under the same correlation id.
      simulator.biller.setMode(mode, 2);
      const { postings } = connect();
      const payment = makePayment();
      expect(await postings.postPayment(payment)).toEqual({ status: 'unreachable' });
      expect(await postings.findPosting(payment.reference)).toEqual({ status: 'accepted', receiptNumber: 'G00000001' });
      expect(postingsOf()).toHaveLength(1);
    },
  );

  test('whose answer takes too long is asked for, and found', async () => {
    simulator.biller.setMode('slow', 1);
    const payment = makePayment();
    expect(await connect({ timeoutMs: 500 }).postings.postPayment(payment)).toEqual({ status: 'unreachable' });
    expect(await connect().postings.findPosting(payment.reference)).toMatchObject({ status: 'accepted' });
  });

  test('that the biller could not take is not found, and can be repeated', async () => {
    simulator.biller.setMode('down', 1);
    const { postings } = connect();
    const payment = makePayment();
    expect(await postings.postPayment(payment)).toEqual({ status: 'unreachable' });
    expect(await postings.findPosting(payment.reference)).toEqual({ status: 'not-found' });
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
    expect(await postings.findPosting(payment.reference)).toMatchObject({ status: 'accepted' });
    expect(postingsOf()).toHaveLength(1);
  });

  test('that is repeated is taken once, whatever the second answer is', async () => {
    const { postings } = connect();
    const payment = makePayment({ billReference: 'B1234567801B' });
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
    expect(await postings.postPayment(payment)).toEqual({ status: 'accepted', receiptNumber: 'G00000001' });
    expect(postingsOf()).toHaveLength(1);
  });

  test('that is repeated while the biller decides is not refused', async () => {
    const { postings } = connect();
    const payment = makePayment({ accountNumber: '1234567813' });
    await postings.postPayment(payment);
    expect(await postings.postPayment(payment)).toEqual({ status: 'pending' });
  });

  test('that was never sent is not found', async () => {
    expect(await connect().postings.findPosting('never')).toEqual({ status: 'not-found' });
  });

  test('pays the bill by its reference, and several bills or an excess without one', async () => {
    const { postings } = connect();
    await postings.postPayment(makePayment({ billReference: 'B1234567801B', amount: sen(1_000) }));
    await postings.postPayment(makePayment({ billReference: 'B1234567801B', amount: sen(20_000) }));
    await postings.postPayment(makePayment({ accountNumber: '1234567803' }));
    const paid = (accountNumber: string, bill: string | null) =>
      simulator.biller.listPayments(accountNumber, bill).map(({ amount }) => amount);
    expect(paid('1234567801', 'B1234567801B')).toEqual([1_000]);
    expect(paid('1234567801', null)).toEqual([20_000]);
    expect(paid('1234567803', null)).toEqual([13_878]);
    expect(simulator.biller.describeAccount('1234567803')?.balance).toBe(0);
  });

  test('is authenticated by an access token where the biller wants one', async () => {
    const endpoint = { apiUrl: simulator.apiUrl, credentials: simulator.client };
    const { findBill, postings } = connect({ endpoint });
    expect(await findBill('1234567801')).toMatchObject({ currentBalance: 13_878 });
    expect(await postings.postPayment(makePayment())).toEqual({ status: 'pending' });
  });

  test('with wrong credentials is neither accepted nor refused', async () => {
    const credentials = { kind: 'api-key', key: 'another-key' } as const;
    const wrong = connect({ endpoint: { apiUrl: simulator.apiUrl, credentials } });
    const payment = makePayment();
    expect(await wrong.postings.postPayment(payment)).toEqual({ status: 'unreachable' });
    await expect(wrong.findBill('1234567801')).rejects.toThrow('does not say what is owed');
    const token = { ...simulator.client, clientSecret: 'another-secret' } as typeof simulator.client;
    const wrongClient = connect({ endpoint: { apiUrl: simulator.apiUrl, credentials: token } });
    expect(await wrongClient.postings.postPayment(payment)).toEqual({ status: 'unreachable' });
  });
});

describe('a reversal', () => {
  async function reverse(amount: number, prepare = () => {}) {
    const { postings } = connect();
    const payment = makePayment();
    await postings.postPayment(payment);
    prepare();
    const reversal = { reference: `${payment.reference}-r`, payment: payment.reference, amount: sen(amount) };
    const answer = await postings.reversePosting(reversal);
    return { answer, found: await postings.findPosting(reversal.reference) };
  }
  const accepted = { status: 'accepted', receiptNumber: 'G00000002' };

  test('takes back all or part of a payment', async () => {
    expect(await reverse(3_878)).toEqual({ answer: { status: 'pending' }, found: accepted });
    expect(simulator.biller.describeAccount('1234567801')).toMatchObject({ balance: 3_878 });
  });

  test('whose answer is lost is found', async () => {
    const { answer, found } = await reverse(13_878, () => simulator.biller.setMode('lose-answer', 2));
    expect([answer, found]).toEqual([{ status: 'unreachable' }, accepted]);
  });

  test('of more than the payment is refused', async () => {
    const { found } = await reverse(13_879);
    expect(found).toEqual({ status: 'refused', reason: 'overPaymentNotAllowed: more than is left' });
  });

  test('of a payment that the biller does not have is refused, of an undecided one it waits', async () => {
    const { postings } = connect();
    const amount = sen(100);
    expect(await postings.reversePosting({ reference: 'r', payment: 'none', amount })).toMatchObject({
      status: 'refused',
    });
    const pending = makePayment({ accountNumber: '1234567813' });
    await postings.postPayment(pending);
    const reversal = { reference: 'r2', payment: pending.reference, amount };
    expect(await postings.reversePosting(reversal)).toEqual({ status: 'unreachable' });
  });
});
