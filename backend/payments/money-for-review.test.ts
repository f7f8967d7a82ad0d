import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
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
import { addMissingEntries } from '../ledger/missing-entries';
import { claimEnquiry } from './enquiries';
import { findAttempt } from './model';

const backend = setUpTestBackend();

const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
const statesOf = async (refid: string): Promise<readonly string[]> =>
  (await sandboxControl(backend, `payments/${refid}`)).attempts.map(({ state }: { state: string }) => state);
const reviewsOf = async (refid: string) => (await sandboxControl(backend, `payments/${refid}`)).reviews;

async function expectCredits(count: number): Promise<void> {
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect({ credits: credits.length, balanced }).toEqual({ credits: count, balanced: true });
}

async function idOf(number: string): Promise<number> {
  const { id } = await backend.store.db
    .selectFrom('attempts')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return id;
}

/** Exact late money is credited, once, unless the order was cancelled: then it is for review. */
async function expectLateMoney(refid: string, isCancelled: boolean): Promise<void> {
  expect(await reviewsOf(refid)).toMatchObject(isCancelled ? [{ reason: 'attempt-ended', amount: 13_878 }] : []);
  const { credits, balanced } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  expect(credits.filter((credit: { refid: string }) => credit.refid === refid)).toHaveLength(isCancelled ? 0 : 1);
  expect(await statusOf(backend, refid)).toBe(isCancelled ? 'review' : 'successful');
}

/** A signed confirmation of more money, under its own reference. */
function confirmAgain(number: string, gatewayReference: string) {
  const { verifyReport } = backend.fpx;
  jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
    const report = verifyReport.call(backend.fpx, fields);
    return report.ok ? success({ ...report.value, gatewayReference }) : report;
  });
  return backend.fpx.sign(number, 'successful');
}

/** The bank confirms the next payment that is enquired, under that reference. */
function confirmAs(gatewayReference: string) {
  jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async ({ number, amount }) =>
    success({
      ...{ number, amount, status: 'successful', currency: 'MYR', gatewayReference, reasonCode: '00' },
      bankName: null,
    }),
  );
}

describe('a signed success for an attempt that has ended', () => {
  const ends = {
    'given up': async ({ refid }: { refid: string }) =>
      void (await succeed(backend, calls['payment.cancel'], { refid })),
    expired: async () => void (await advance('PT16M')),
    'failed at the bank': async ({ number }: { number: string }) =>
      void (await postReturn(backend, backend.fpx.sign(number, 'failed'))),
  };

  test.each(Object.entries(ends))('%s: a return is applied once its bank confirms it', async (name, end) => {
    const payment = await redirectToBank(backend);
    await end(payment);
    backend.fpx.setStatus(payment.number, 'successful');
    const answer = await postReturn(backend, backend.fpx.sign(payment.number, 'successful'));
    expect(answer.body).toMatchObject({ status: name === 'given up' ? 'review' : 'successful' });
    await postReturn(backend, backend.fpx.sign(payment.number, 'successful'));
    await expectLateMoney(payment.refid, name === 'given up');
  });

  test.each(Object.entries(ends))('%s: a return whose bank cannot be asked is not forgotten', async (name, end) => {
    const payment = await redirectToBank(backend);
    await end(payment);
    backend.fpx.isReachable = false;
    await postReturn(backend, backend.fpx.sign(payment.number, 'successful'));
    expect(await reviewsOf(payment.refid)).toEqual([]);
    backend.fpx.isReachable = true;
    backend.fpx.setStatus(payment.number, 'successful');
    await advance('PT16M');
    await expectLateMoney(payment.refid, name === 'given up');
  });

  test('goes to review when the attempt ends during the enquiry', async () => {
    const { refid, number } = await redirectToBank(backend);
    const { enquire } = backend.fpx;
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async () => {
      jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce((order) => enquire.call(backend.fpx, order));
      await succeed(backend, calls['payment.cancel'], { refid });
      return { ok: false, error: 'unreachable' };
    });
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(await statesOf(refid)).toEqual(['cancelled']);
    backend.fpx.setStatus(number, 'successful');
    await advance('PT16M');
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'attempt-ended' }]);
  });

  test('with another amount goes to review too', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.setStatus(number, 'successful', 5_000);
    await postReturn(backend, backend.fpx.sign(number, 'successful', 5_000));
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'attempt-ended', amount: 5_000 }]);
  });
});

describe('an attempt that ended because it was unknown to the bank', () => {
  const ends = {
    'given up by the payer': async (refid: string) => void (await succeed(backend, calls['payment.cancel'], { refid })),
    expired: async () => void (await advance('PT16M')),
    superseded: async (refid: string) => void (await redirectToBank(backend, refid, 'PBB0233')),
    'come back from with a forged return': async (refid: string, number: string) => {
      await postReturn(backend, { number, status: 'successful', amount: '1', signature: '' });
      expect(await statusOf(backend, refid)).toBe('failed');
    },
  };
  const arrivals = [
    ['PT14M', 'PT2M'],
    ['PT50M', 'PT11M'],
    ['PT23H', 'PT1H1M'],
    ['PT47H', 'PT1H1M'],
  ] as const;

  test.each(Object.entries(ends))('%s: money found in the two days after is applied', async (name, end) => {
    for (const [before, after] of arrivals) {
      const { refid, number } = await redirectToBank(backend);
      await end(refid, number);
      await advance(before);
      expect(await reviewsOf(refid)).toEqual([]);
      backend.fpx.setStatus(number, 'successful');
      await advance(after);
      await expectLateMoney(refid, name === 'given up by the payer');
    }
  });

  test('is enquired four times', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    const asked = () => backend.fpx.enquired.filter((enquired) => enquired === number).length;
    const before = asked();
    for (const step of ['PT16M', 'PT1H', 'P1D', 'P1D', 'P7D']) await advance(step);
    expect(asked() - before).toBe(4);
    expect(
      await backend.store.db.selectFrom('jobs').selectAll().where('kind', '=', 'enquire-attempt').execute(),
    ).toEqual([]);
  });

  test('is enquired again if its bank was unreachable or reports it as pending', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.isReachable = false;
    await advance('P1D');
    backend.fpx.isReachable = true;
    backend.fpx.setStatus(number, 'pending');
    await advance('P1D');
    backend.fpx.setStatus(number, 'successful');
    await advance('P1D');
    expect(await statusOf(backend, refid)).toBe('review');
  });

  test('is not enquired once the bank reports that it ended unpaid', async () => {
    const { refid, number } = await redirectToBank(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.setStatus(number, 'failed');
    await advance('PT16M');
    const before = backend.fpx.enquired.length;
    await advance('P2D');
    expect(backend.fpx.enquired).toHaveLength(before);
  });

  test('likewise a corporate payment approved after its five days', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'pending-approval');
    await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
    await advance('P5DT1H');
    expect(await statusOf(backend, refid)).toBe('cancelled');
    backend.fpx.setStatus(number, 'successful');
    await advance('P1D');
    expect(await statusOf(backend, refid)).toBe('review');
  });
});

describe('while money is held for review', () => {
  async function holdMoney() {
    const payment = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(payment.number, 'cancelled'));
    backend.fpx.setStatus(payment.number, 'successful', 5_000);
    await postCallback(backend, backend.fpx.sign(payment.number, 'successful', 5_000));
    return payment;
  }

  test('no attempt is initiated, and the page shows it', async () => {
    const { refid } = await holdMoney();
    expect(await succeed(backend, calls['payment.page'], { refid })).toMatchObject({
      orderState: 'open',
      heldForReview: true,
    });
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('payment-ended');
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      status: 'review',
      canTryAgain: false,
    });
  });

  test('the payment is not cancelled', async () => {
    const { refid } = await holdMoney();
    expect(await errorCodeOf(backend, calls['payment.cancel'], { refid })).toBe('payment-ended');
  });

  /** A bank's page was left for a mobile bill, whose TAC has been sent. */
  async function awaitTac() {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'cancelled'));
    await succeed(backend, calls['payment.init'], {
      refid,
      shownAmount: 13_878,
      paymentRequest: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a', userEmailAddress: 'payer@example.com' },
    });
    const mobileNumber = '60120000001';
    await succeed(backend, calls['dcb.sendTac'], { refid, mobileNumber });
    const [{ code: tac }] = await sandboxControl(backend, `messages?to=${mobileNumber}`);
    return { refid, number, tac };
  }

  test('no TAC charges a mobile bill', async () => {
    const { refid, number, tac } = await awaitTac();
    backend.fpx.setStatus(number, 'successful', 5_000);
    await postCallback(backend, backend.fpx.sign(number, 'successful', 5_000));
    expect(await errorCodeOf(backend, calls['dcb.verifyTac'], { refid, tac })).toBe('payment-ended');
    expect(await backend.store.db.selectFrom('sandbox_charges').selectAll().execute()).toEqual([]);
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
  });

  test('nor does one that was verified just before the money arrived', async () => {
    const { refid, number, tac } = await awaitTac();
    const { oneTimeCodes } = backend.services;
    const { verify } = oneTimeCodes;
    jest.spyOn(oneTimeCodes, 'verify').mockImplementationOnce(async (attempt) => {
      const verified = await verify.call(oneTimeCodes, attempt);
      backend.fpx.setStatus(number, 'successful', 5_000);
      await postCallback(backend, backend.fpx.sign(number, 'successful', 5_000));
      return verified;
    });
    expect(await succeed(backend, calls['dcb.verifyTac'], { refid, tac })).toMatchObject({ status: 'review' });
    expect(await backend.store.db.selectFrom('sandbox_charges').selectAll().execute()).toEqual([]);
  });

  test('a payment without any can be paid', async () => {
    const refid = await createPayment(backend);
    expect(await succeed(backend, calls['payment.page'], { refid })).toMatchObject({ heldForReview: false });
  });
});

// design.md, section 7: exact money for an order that nobody else has paid is credited even when late; everything else goes to review.
describe('late money', () => {
  test('for an order that has expired is credited, with a receipt, and posted', async () => {
    const { refid, number } = await redirectToBank(backend);
    await advance('PT16M');
    expect(await statusOf(backend, refid)).toBe('expired');
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    await expectLateMoney(refid, false);
    const { state, history } = await sandboxControl(backend, `payments/${refid}`);
    expect(state).toBe('paid');
    expect(history.map((entry: { state: string }) => entry.state).slice(-4)).toEqual([
      'expired',
      'expired',
      'successful',
      'paid',
    ]);
    expect(await sandboxControl(backend, 'messages?to=payer@example.com')).toHaveLength(1);
    const { postings } = await sandboxControl(backend, 'ledger');
    expect(postings).toMatchObject([{ refid, amount: 13_878 }]);
  });

  test('of another amount goes to review', async () => {
    const { refid, number } = await redirectToBank(backend);
    await advance('PT16M');
    backend.fpx.setStatus(number, 'successful', 5_000);
    await postCallback(backend, backend.fpx.sign(number, 'successful', 5_000));
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'attempt-ended', amount: 5_000 }]);
    await expectCredits(0);
  });

  test('for an order that has money in review goes to review', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'cancelled'));
    const other = await redirectToBank(backend, refid, 'PBB0233');
    backend.fpx.setStatus(other.number, 'successful', 5_000);
    await postCallback(backend, backend.fpx.sign(other.number, 'successful', 5_000));
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'amount-differs' }, { reason: 'attempt-ended' }]);
    await expectCredits(0);
  });

  test('of an attempt that was left is credited; the attempt that follows it then goes to review', async () => {
    const first = await redirectToBank(backend);
    const second = await redirectToBank(backend, first.refid, 'PBB0233');
    for (const { number } of [first, second]) {
      backend.fpx.setStatus(number, 'successful');
      await postCallback(backend, backend.fpx.sign(number, 'successful'));
    }
    expect(await statesOf(first.refid)).toEqual(['successful', 'failed']);
    expect(await reviewsOf(first.refid)).toMatchObject([{ reason: 'order-closed', amount: 13_878 }]);
    await expectCredits(1);
  });

  test('that is in review under its reference already is not credited, too', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postReturn(backend, backend.fpx.sign(number, 'failed'));
    await backend.store.db
      .insertInto('reviews')
      .values({
        ...{ order_refid: refid, reason: 'attempt-ended', amount: 13_878, gateway: 'fpx' },
        ...{ attempt_id: await idOf(number), gateway_reference: `ref-${number}`, at: new Date() },
      })
      .execute();
    await addMissingEntries(backend.store.db, backend.clock.now());
    backend.fpx.setStatus(number, 'successful');
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    await advance('PT16M');
    expect(await reviewsOf(refid)).toHaveLength(1);
    await expectCredits(0);
  });
});

describe('a payment that is begun in the last minute of its order', () => {
  async function beginLate() {
    const refid = await createPayment(backend);
    await advance('PT14M30S');
    return redirectToBank(backend, refid);
  }

  // The session of the fake gateway is ten minutes.
  test('is paid at the end of the gateway’s session, after the deadline', async () => {
    const { refid, number } = await beginLate();
    await advance('PT9M');
    expect(await statesOf(refid)).toEqual(['redirected']);
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      ...{ status: 'pending', canContinue: false, canTryAgain: false },
    });
    backend.fpx.setStatus(number, 'successful');
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    await expectLateMoney(refid, false);
  });

  test('expires after the session and its grace, when the bank does not know it', async () => {
    const { refid } = await beginLate();
    await advance('PT11M');
    expect(await statesOf(refid)).toEqual(['redirected']);
    await advance('PT2M');
    expect(await statesOf(refid)).toEqual(['expired']);
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ state: 'expired' });
  });

  test('leaves no other attempt to begin after the deadline, nor the payment page open', async () => {
    const { refid } = await beginLate();
    const { deadline, serverTime } = await succeed(backend, calls['payment.page'], { refid });
    expect(Date.parse(deadline) - Date.parse(serverTime)).toBeLessThan(31_000);
    await advance('PT1M');
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBe(
      'payment-ended',
    );
  });

  test('has a page of the gateway for a whole session', async () => {
    await beginLate();
    const { startedAt, deadline } = backend.fpx.begun[0]!.order;
    expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(10 * 60_000);
  });
});

describe('unexpected money', () => {
  test('for a successful attempt, with another reference, goes to review, each reference once', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    for (const reference of ['second', 'second', 'third']) {
      await postCallback(backend, confirmAgain(number, reference));
    }
    await postReturn(backend, confirmAgain(number, 'fourth'));
    await postReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(await reviewsOf(refid)).toMatchObject([
      { reason: 'attempt-ended', gatewayReference: 'second' },
      { reason: 'attempt-ended', gatewayReference: 'third' },
      { reason: 'attempt-ended', gatewayReference: 'fourth' },
    ]);
    expect(await statusOf(backend, refid)).toBe('successful');
    await expectCredits(1);
  });

  test('row 5: a signed callback with another amount is not credited: it goes to review once its bank confirms it', async () => {
    const { refid, number } = await redirectToBank(backend);
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful', 1))).statusCode).toBe(503);
    expect(await reviewsOf(refid)).toEqual([]);
    backend.fpx.setStatus(number, 'successful', 1);
    expect((await postCallback(backend, backend.fpx.sign(number, 'successful', 1))).statusCode).toBe(200);
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'amount-differs', amount: 1 }]);
    expect(await statusOf(backend, refid)).toBe('review');
    await expectCredits(0);
  });

  test('a signed callback with another amount that is not successful is ignored', async () => {
    const { refid, number } = await redirectToBank(backend);
    await postCallback(backend, backend.fpx.sign(number, 'failed', 1));
    expect(await reviewsOf(refid)).toEqual([]);
    expect(await statesOf(refid)).toEqual(['redirected']);
  });

  test('an attempt whose money cannot be applied ends, and its order expires', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful', 1);
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await statesOf(refid)).toEqual(['failed']);
    await advance('PT16M');
    const before = backend.fpx.enquired.length;
    await advance('P2D');
    expect(backend.fpx.enquired).toHaveLength(before);
    expect(await succeed(backend, calls['payment.page'], { refid })).toMatchObject({ orderState: 'expired' });
    expect(await statusOf(backend, refid)).toBe('review');
  });

  test('so does one whose reference was booked for another payment', async () => {
    const first = await redirectToBank(backend);
    backend.fpx.setStatus(first.number, 'successful');
    await postCallback(backend, backend.fpx.sign(first.number, 'successful'));
    const [second, third] = [await redirectToBank(backend), await redirectToBank(backend)];
    for (const { number } of [second, third]) {
      confirmAs(`ref-${first.number}`);
      await postCallback(backend, confirmAgain(number, `ref-${first.number}`));
    }
    for (const { refid } of [second, third]) {
      expect(await statesOf(refid)).toEqual(['failed']);
      expect(await statusOf(backend, refid)).toBe('review');
    }
    expect(await reviewsOf(second.refid)).toMatchObject([{ reason: 'reference-used' }]);
    await expectCredits(1);
  });
});

describe('an attempt superseded while another tab initiates again', () => {
  // Once, after it was superseded and before the next one is opened.
  beforeAll(async () => {
    for (const statement of [
      'create sequence tabs',
      `create function begin_again() returns trigger language plpgsql as $$
       begin
         if nextval('tabs') = 1 then update attempts set state = 'redirected' where id = new.id; end if;
         return null;
       end $$`,
      `create trigger another_tab after update on attempts for each row
       when (new.state = 'cancelled') execute function begin_again()`,
    ]) {
      await sql.raw(statement).execute(backend.store.db);
    }
  });
  afterAll(async () => {
    await sql`drop function begin_again() cascade`.execute(backend.store.db);
    await sql`drop sequence tabs`.execute(backend.store.db);
  });

  test('is superseded again, by the one that is then initiated', async () => {
    const { refid } = await redirectToBank(backend);
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBeNull();
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
    const { rows } = await sql<{ tabs: number }>`select last_value as tabs from tabs`.execute(backend.store.db);
    expect(rows).toEqual([{ tabs: 2 }]);
  });
});

describe('results that are opened repeatedly', () => {
  test('concurrently: the bank is enquired once', async () => {
    const { refid } = await redirectToBank(backend);
    const open = () => send(backend, calls['payment.result'], { refid, visitId: testVisit });
    await Promise.all(Array.from({ length: 10 }, open));
    expect(backend.fpx.enquired).toHaveLength(1);
  });

  test('by requests with slightly different times: the first one enquires', async () => {
    const { number } = await redirectToBank(backend);
    const attempt = await findAttempt(backend.store.db, { number });
    if (attempt === null) throw new Error('no such attempt');
    const claimAt = (at: number) =>
      claimEnquiry({ ...backend.services, clock: { now: () => new Date(at) } }, attempt, {
        pauseMs: 5_000,
        spendsBudget: true,
      });
    const now = backend.services.clock.now().getTime();
    expect(await claimAt(now)).toBe(true);
    expect([await claimAt(now - 50), await claimAt(now + 50)]).toEqual([false, false]);
    expect(await claimAt(now + 5_000)).toBe(true);
    // The clock of a sandbox was put back.
    expect(await claimAt(now - 3_600_000)).toBe(true);
  });

  test('a slow bank is not enquired again right after its response', async () => {
    const { refid } = await redirectToBank(backend);
    const { enquire } = backend.fpx;
    jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
      await advance('PT6S');
      return enquire.call(backend.fpx, order);
    });
    await statusOf(backend, refid);
    await statusOf(backend, refid);
    expect(backend.fpx.enquired).toHaveLength(1);
    await advance('PT6S');
    await statusOf(backend, refid);
    expect(backend.fpx.enquired).toHaveLength(2);
  });
});
