import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { listReview, closeReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import { returnHeldMoney } from '../reviews/return';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  freshAccount,
  payByFpx,
  redirectToBank,
  sandboxControl,
  send,
  setUpTestBackend,
  startTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

/* One bill is not paid twice unnoticed: design, section 6. */

const backend = setUpTestBackend();

const amount = 13_878;
const billOf = (accountNumber: string) => succeed(backend, calls['bill.get'], { accountNumber });
const recentOf = async (accountNumber: string) => {
  const { outstanding, recentPayments } = await billOf(accountNumber);
  return { outstanding, payments: recentPayments.map((payment) => [payment.amount, payment.status]) };
};
const nothingRecent = (outstanding: number) => ({ outstanding, payments: [] });
const creating = (accountNumber: string, more: object = {}) =>
  errorCodeOf(backend, calls['transaction.create'], {
    accountNumber,
    payOption: 'current',
    amount,
    payAgain: false,
    ...more,
  });
const beginning = (refid: string, more: object = {}) =>
  errorCodeOf(backend, calls['payment.init'], { ...fpxRequest(refid), ...more });
const isRepeated = async (refid: string) => (await succeed(backend, calls['payment.page'], { refid })).isRepeated;
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const setBiller = (mode: string, times: number) => sandboxControl(backend, 'biller', { mode, times });
const atBiller = async (accountNumber: string) => (await sandboxControl(backend, `biller/${accountNumber}`)).balance;
const creditsOf = async (accountNumber: string) =>
  ((await sandboxControl(backend, 'ledger')).credits as { accountNumber: string }[]).filter(
    (credit) => credit.accountNumber === accountNumber,
  );

/** Creates a payment of another amount of an account. */
async function createPartPayment(accountNumber: string, part: number, more: object = {}): Promise<string> {
  const request = { accountNumber, payOption: 'other' as const, amount: part, payAgain: false, ...more };
  return (await succeed(backend, calls['transaction.create'], request)).transactionRefId;
}

/** Leaves a corporate payment waiting for its approval. Returns its reference and the attempt's number. */
async function leaveForApproval(accountNumber: string) {
  const refid = await createPayment(backend, accountNumber);
  await succeed(backend, calls['payment.init'], {
    ...fpxRequest(refid),
    paymentRequest: {
      selectedPaymentMethod: 'fpxCorporate',
      fpxBankCorporateID: 'MB2U0227',
      userEmailAddress: 'payer@example.com',
    },
  });
  const number = backend.corporate.begun.at(-1)!.order.number;
  backend.corporate.setStatus(number, 'pending-approval');
  expect(await statusOf(backend, refid)).toBe('pending-approval');
  return { refid, number };
}

/** Shows the barcode of a new payment, which nobody pays. Returns its reference and the attempt's number. */
async function showBarcode(accountNumber: string) {
  const refid = await createPayment(backend, accountNumber);
  await succeed(backend, calls['payment.init'], {
    ...fpxRequest(refid),
    paymentRequest: { selectedPaymentMethod: 'counter', userEmailAddress: 'stranger@example.com' },
  });
  return { refid, number: backend.counter.begun.at(-1)!.order.number };
}

/** A named operator returns money that is held for review. */
async function giveBack(entry: string): Promise<void> {
  const decision = { operator: { isNamed: true, name: 'aisyah' }, reason: 'not wanted' } as const;
  expect(await returnHeldMoney(backend.services, entry, decision)).toMatchObject({ ok: true });
}

describe('while a payment of an account is under way', () => {
  test('the site of the release before, which cannot ask, pays as it did', async () => {
    const accountNumber = freshAccount();
    await leaveForApproval(accountNumber);
    const request = { accountNumber, payOption: 'current', amount } as const;
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], request);
    const { payAgain: _absent, ...init } = fpxRequest(refid);
    await succeed(backend, calls['payment.init'], init);
    expect((await recentOf(accountNumber)).payments).toHaveLength(2);
  });

  test('a corporate approval: the bill shows it, and another full payment needs a confirmation', async () => {
    const accountNumber = freshAccount();
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(amount));
    const { refid, number } = await leaveForApproval(accountNumber);
    expect(await recentOf(accountNumber)).toEqual({ outstanding: 0, payments: [[amount, 'pending-approval']] });
    expect(await creating(accountNumber)).toBe('repeated-payment');
    expect(await creating(accountNumber, { payOption: 'other', amount: 100 })).toBe('repeated-payment');

    backend.corporate.setStatus(number, 'successful');
    await advance('PT1H');
    expect(await statusOf(backend, refid)).toBe('successful');
    await advance('PT1M');
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(0));
    expect(await creditsOf(accountNumber)).toHaveLength(1);
    expect(await atBiller(accountNumber)).toBe(0);
  });

  test('a redirect to a bank counts, and no longer once it has failed', async () => {
    const accountNumber = freshAccount();
    const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
    expect(await recentOf(accountNumber)).toEqual({ outstanding: 0, payments: [[amount, 'in-progress']] });
    backend.fpx.setStatus(number, 'failed');
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(amount));
    expect(await creating(accountNumber)).toBeNull();
  });

  test('an order that nobody has tried to pay does not count', async () => {
    const accountNumber = freshAccount();
    await createPayment(backend, accountNumber);
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(amount));
    expect(await creating(accountNumber)).toBeNull();
  });

  test('a confirmation allows it, and is not asked for twice', async () => {
    const accountNumber = freshAccount();
    await leaveForApproval(accountNumber);
    const refid = await createPartPayment(accountNumber, amount, { payAgain: true });
    expect(await isRepeated(refid)).toBe(false);
    expect(await beginning(refid)).toBeNull();
  });

  test('what is still owed is accepted without a confirmation, and a sen more is not', async () => {
    const accountNumber = freshAccount();
    const part = await createPartPayment(accountNumber, 5_000);
    await succeed(backend, calls['payment.init'], fpxRequest(part, 5_000));
    expect(await recentOf(accountNumber)).toEqual({ outstanding: 8_878, payments: [[5_000, 'in-progress']] });
    expect(await creating(accountNumber)).toBe('repeated-payment');
    expect(await creating(accountNumber, { payOption: 'other', amount: 8_879 })).toBe('repeated-payment');
    const rest = await createPartPayment(accountNumber, 8_878);
    expect(await beginning(rest, { shownAmount: 8_878 })).toBeNull();
  });

  test('nothing that identifies a payer is shown', async () => {
    const accountNumber = freshAccount();
    await redirectToBank(backend, await createPayment(backend, accountNumber));
    const [recent] = (await billOf(accountNumber)).recentPayments;
    expect(Object.keys(recent!).sort()).toEqual(['accountEnding', 'amount', 'at', 'isCounted', 'status', 'unpaid']);
  });
});

describe('a payment that somebody has begun, and that is not paid', () => {
  const begin = {
    code: async (accountNumber: string) => showBarcode(accountNumber),
    approval: async (accountNumber: string) => leaveForApproval(accountNumber),
  };

  test.each([
    ['code', 'in-progress', 'PT17H'],
    ['approval', 'pending-approval', 'P4D'],
  ] as const)('%s: counts for fifteen minutes, then it is only shown', async (unpaid, status, later) => {
    const accountNumber = freshAccount();
    await begin[unpaid](accountNumber);
    const begun = { amount, status, unpaid };
    await advance('PT14M');
    expect(await billOf(accountNumber)).toMatchObject({
      outstanding: 0,
      recentPayments: [{ ...begun, isCounted: true }],
    });
    expect(await creating(accountNumber)).toBe('repeated-payment');
    await advance('PT2M');
    const shown = { outstanding: amount, recentPayments: [{ ...begun, isCounted: false }] };
    expect(await billOf(accountNumber)).toMatchObject(shown);
    await advance(later);
    expect(await billOf(accountNumber)).toMatchObject(shown);
    expect(await creating(accountNumber)).toBeNull();
    // More than the balance, too.
    const refid = await createPartPayment(accountNumber, amount + 10_000);
    expect(await isRepeated(refid)).toBe(false);
    expect(await beginning(refid, { shownAmount: amount + 10_000 })).toBeNull();
  });

  test('a redirect of a partner’s order counts for fifteen minutes, however long its deadline is', async () => {
    const billAccount = freshAccount();
    const deadline = new Date(backend.clock.now().getTime() + 30 * 86_400_000).toISOString();
    const { paymentId } = await createPartnerClient(backend).place({ billAccount, deadline });
    const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
    const { totalAmount } = paymentPageDto;
    await succeed(backend, calls['payment.init'], fpxRequest(refid, totalAmount));
    expect((await billOf(billAccount)).recentPayments).toMatchObject([{ unpaid: 'redirect', isCounted: true }]);
    await advance('PT16M');
    expect(await billOf(billAccount)).toMatchObject({
      outstanding: amount,
      recentPayments: [{ amount: totalAmount, unpaid: 'redirect', isCounted: false }],
    });
  });

  test('no longer asks for a confirmation of orders that were created meanwhile: a partner’s, and a direct link’s', async () => {
    const accountNumber = freshAccount();
    await showBarcode(accountNumber);
    const { paymentId } = await createPartnerClient(backend).place({ billAccount: accountNumber });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { url } = await sandboxControl(backend, 'links', { accountNumber, amount });
    const link = new URL(url).searchParams.get('refid')!;
    await advance('PT10M');
    const ofLink = (await succeed(backend, calls['bill.link'], { refid: link })).transactionRefId!;
    expect([await isRepeated(refid), await isRepeated(ofLink)]).toEqual([true, true]);
    await advance('PT6M');
    expect([await isRepeated(refid), await isRepeated(ofLink)]).toEqual([false, false]);
    expect(await beginning(ofLink)).toBeNull();
  });

  test('counts for as long as its gateway says that it is being processed', async () => {
    const accountNumber = freshAccount();
    const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
    backend.fpx.setStatus(number, 'pending');
    await advance('PT20M');
    expect(await statusOf(backend, refid)).toBe('pending');
    await advance('PT2H');
    expect(await billOf(accountNumber)).toMatchObject({
      outstanding: 0,
      recentPayments: [{ unpaid: null, isCounted: true }],
    });
    expect(await creating(accountNumber)).toBe('repeated-payment');
  });

  test('a barcode that is paid after the bill was paid otherwise is posted as well', async () => {
    const accountNumber = freshAccount();
    const { refid, number } = await showBarcode(accountNumber);
    await advance('PT1H');
    await payByFpx(backend, accountNumber);
    backend.counter.setStatus(number, 'successful');
    await advance('PT30M');
    expect(await statusOf(backend, refid)).toBe('successful');
    await backend.jobs.runDue();
    expect(await creditsOf(accountNumber)).toHaveLength(2);
    expect(await atBiller(accountNumber)).toBe(-amount);
  });

  test('an order is asked about a barcode as soon as that is paid', async () => {
    const accountNumber = freshAccount();
    const barcode = await showBarcode(accountNumber);
    await advance('PT55M');
    const refid = await createPayment(backend, accountNumber);
    backend.counter.setStatus(barcode.number, 'successful');
    await advance('PT6M');
    expect(await statusOf(backend, barcode.refid)).toBe('successful');
    expect(await beginning(refid)).toBe('repeated-payment');
    expect(await beginning(refid, { payAgain: true })).toBeNull();
  });

  test('does not hide a payment that was made, however many there are', async () => {
    await setBiller('down', 1);
    const accountNumber = freshAccount();
    await payByFpx(backend, accountNumber);
    await backend.jobs.runDue();
    for (let times = 0; times < 11; times += 1) {
      const refid = await createPartPayment(accountNumber, amount, { payAgain: true });
      await succeed(backend, calls['payment.init'], fpxRequest(refid));
    }
    const { recentPayments } = await billOf(accountNumber);
    expect(recentPayments).toHaveLength(10);
    expect(recentPayments[0]).toMatchObject({ status: 'received', unpaid: null });
  });
});

describe('two payments of one bill that were both created before', () => {
  async function createTwo() {
    const accountNumber = freshAccount();
    return {
      accountNumber,
      refids: [await createPayment(backend, accountNumber), await createPayment(backend, accountNumber)],
    };
  }

  test('begun at once: one begins, the other is asked for a confirmation', async () => {
    const { accountNumber, refids } = await createTwo();
    const codes = await Promise.all(refids.map((refid) => beginning(refid)));
    expect(codes.filter((code) => code !== null)).toEqual(['repeated-payment']);
    expect(backend.fpx.begun).toHaveLength(1);
    const asked = refids[codes.indexOf('repeated-payment')]!;
    expect(await succeed(backend, calls['payment.page'], { refid: asked })).toMatchObject({
      isRepeated: true,
      recentPayments: [{ amount, status: 'in-progress' }],
    });
    backend.fpx.setStatus(backend.fpx.begun[0]!.order.number, 'successful');
    expect(await statusOf(backend, refids[codes.indexOf(null)]!)).toBe('successful');
    await backend.jobs.runDue();
    expect(await beginning(asked)).toBe('repeated-payment');
    expect(await creditsOf(accountNumber)).toHaveLength(1);
    expect(await atBiller(accountNumber)).toBe(0);
  });

  test('the second is asked even if the first is credited and in the balance already', async () => {
    const { refids } = await createTwo();
    const [first = '', second = ''] = refids;
    const { number } = await redirectToBank(backend, first);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, first)).toBe('successful');
    await backend.jobs.runDue();
    expect(await beginning(second)).toBe('repeated-payment');
    expect(await succeed(backend, calls['payment.page'], { refid: second })).toMatchObject({
      recentPayments: [{ amount, status: 'received' }],
    });
    expect(await beginning(second, { payAgain: true })).toBeNull();
  });

  test('a confirmation is about the payments that there were: a later one is asked about again', async () => {
    const { accountNumber, refids } = await createTwo();
    const [first = '', second = ''] = refids;
    const third = await createPayment(backend, accountNumber);
    await redirectToBank(backend, first);
    await succeed(backend, calls['payment.init'], { ...fpxRequest(second), payAgain: true });
    backend.fpx.setStatus(backend.fpx.begun.at(-1)!.order.number, 'failed');
    expect(await statusOf(backend, second)).toBe('failed');
    expect(await isRepeated(second)).toBe(false);
    await succeed(backend, calls['payment.init'], { ...fpxRequest(third), payAgain: true });
    expect(await beginning(second)).toBe('repeated-payment');
  });

  test('the retries of one payment do not count against itself', async () => {
    const refid = await createPayment(backend, freshAccount());
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'failed');
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await beginning(refid)).toBeNull();
    expect(await beginning(refid)).toBeNull();
  });
});

describe('a credited payment', () => {
  test('counts until it is in the biller’s balance', async () => {
    await setBiller('down', 1);
    const accountNumber = freshAccount();
    await payByFpx(backend, accountNumber);
    await backend.jobs.runDue();
    expect(await recentOf(accountNumber)).toEqual({ outstanding: 0, payments: [[amount, 'received']] });
    expect(await creating(accountNumber)).toBe('repeated-payment');
    await advance('PT1M');
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(0));
    expect(await creating(accountNumber, { payOption: 'other', amount: 100 })).toBeNull();
  });

  test('that the biller refuses counts until its review is closed', async () => {
    const accountNumber = freshAccount('12');
    await payByFpx(backend, accountNumber);
    await backend.jobs.runDue();
    expect(await recentOf(accountNumber)).toEqual({ outstanding: 0, payments: [[amount, 'review']] });
    const [entry] = await listReview(backend.services);
    expect(await closeReview(backend.services, entry!.id, { note: 'returned', by: sharedKey })).toBe('closed');
    expect(await recentOf(accountNumber)).toEqual(nothingRecent(amount));
  });
});

test('money held for review counts until it is returned', async () => {
  const accountNumber = freshAccount();
  const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful');
  await advance('PT1H');
  expect(await statusOf(backend, refid)).toBe('review');
  expect(await recentOf(accountNumber)).toEqual({ outstanding: 0, payments: [[amount, 'review']] });
  expect(await creating(accountNumber)).toBe('repeated-payment');
  const [entry] = await listReview(backend.services);
  await giveBack(entry!.id);
  expect(await recentOf(accountNumber)).toEqual(nothingRecent(amount));
});

describe('a partner’s order', () => {
  const place = async (order: object) => {
    const { paymentId } = await createPartnerClient(backend).place(order);
    return (await succeed(backend, calls['payment.page'], { paymentId })).refid;
  };

  test('with billAccount is asked on its payment page', async () => {
    const billAccount = freshAccount();
    await leaveForApproval(billAccount);
    const refid = await place({ billAccount });
    expect(await succeed(backend, calls['payment.page'], { refid })).toMatchObject({
      isRepeated: true,
      recentPayments: [{ amount, status: 'pending-approval' }],
    });
    expect(await beginning(refid)).toBe('repeated-payment');
    expect(await beginning(refid, { payAgain: true })).toBeNull();
  });

  test('of a customer with an account is not a bill payment', async () => {
    const accountNumber = freshAccount();
    await leaveForApproval(accountNumber);
    const refid = await place({ customer: { accountNumber } });
    expect(await isRepeated(refid)).toBe(false);
    expect(await beginning(refid)).toBeNull();
    expect((await recentOf(accountNumber)).payments).toHaveLength(1);
  });
});

describe('a direct link with an amount', () => {
  async function openLink(accountNumber: string) {
    const { url } = await sandboxControl(backend, 'links', { accountNumber, amount });
    const refid = new URL(url).searchParams.get('refid')!;
    return async () => (await succeed(backend, calls['bill.link'], { refid })).transactionRefId!;
  }

  test('has one order while its payment waits for approval', async () => {
    const open = await openLink(freshAccount());
    const refid = await open();
    await succeed(backend, calls['payment.init'], {
      ...fpxRequest(refid),
      paymentRequest: {
        selectedPaymentMethod: 'fpxCorporate',
        fpxBankCorporateID: 'MB2U0227',
        userEmailAddress: 'payer@example.com',
      },
    });
    backend.corporate.setStatus(backend.corporate.begun[0]!.order.number, 'pending-approval');
    expect(await statusOf(backend, refid)).toBe('pending-approval');
    await advance('P2D');
    expect(await open()).toBe(refid);
  });

  test('has one order while its money is held for review', async () => {
    const open = await openLink(freshAccount());
    const refid = await open();
    const { number } = await redirectToBank(backend, refid);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.setStatus(number, 'successful');
    await advance('PT1H');
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await open()).toBe(refid);
    const [entry] = await listReview(backend.services);
    await giveBack(entry!.id);
    expect(await open()).not.toBe(refid);
  });

  test('is asked for a confirmation on its payment page', async () => {
    const accountNumber = freshAccount();
    await leaveForApproval(accountNumber);
    const refid = await (await openLink(accountNumber))();
    expect(await isRepeated(refid)).toBe(true);
    expect(await beginning(refid)).toBe('repeated-payment');
  });
});

test('of imported bills, what is credited is taken off the balance once, and counts until the biller has it', async () => {
  const operator = await startTestBackend({ sandbox: null });
  try {
    const accountNumber = freshAccount();
    await operator.store.db
      .insertInto('bills')
      .values({
        ...{ account_number: accountNumber, holder_name: 'AHMAD BIN ISMAIL', account_status: 'active' },
        ...{ customer_type: 'REGULAR', current_balance: 20_000, overdue_balance: 0, due_date: null, is_new: false },
        ...{ maximum_amount: 300_000, standing: 'ordinary', mobile_number: null, is_on_auto_debit: false },
        as_of: operator.clock.now(),
      })
      .execute();
    const request = { accountNumber, payOption: 'other' as const, payAgain: false };
    const create = async (part: number) =>
      (await succeed(operator, calls['transaction.create'], { ...request, amount: part })).transactionRefId;
    const refid = await create(amount);
    const { number } = await redirectToBank(operator, refid);
    operator.fpx.setStatus(number, 'successful');
    expect(await statusOf(operator, refid)).toBe('successful');
    const received = [expect.objectContaining({ amount, status: 'received' })];
    const rest = { currentBalance: 6_122, outstanding: 6_122, recentPayments: received };
    expect(await succeed(operator, calls['bill.get'], { accountNumber })).toMatchObject(rest);
    await succeed(operator, calls['payment.init'], fpxRequest(await create(6_122), 6_122));
    expect(await succeed(operator, calls['bill.get'], { accountNumber })).toMatchObject({ outstanding: 0 });
    expect(await errorCodeOf(operator, calls['transaction.create'], { ...request, amount: 100 })).toBe(
      'repeated-payment',
    );
  } finally {
    await operator.close();
  }
});

test('a partner’s order is placed again without its biller', async () => {
  const client = createPartnerClient(backend);
  const order = { orderNumber: 'again-1', billAccount: freshAccount() };
  const { paymentId } = await client.place(order);
  const find = jest.spyOn(backend.services.biller, 'findBill').mockRejectedValue(new Error('unreachable'));
  expect(await client.place(order)).toMatchObject({ paymentId });
  find.mockRestore();
});

test('a repeated request under one key is answered as the first', async () => {
  const accountNumber = freshAccount();
  await leaveForApproval(accountNumber);
  const key = randomUUID();
  const request = { accountNumber, payOption: 'current', amount, payAgain: true };
  const answers = [
    await send(backend, calls['transaction.create'], request, key),
    await send(backend, calls['transaction.create'], request, key),
  ];
  expect(answers[0]).toMatchObject({ status: 200 });
  expect(answers[1]?.body).toEqual(answers[0]?.body);
});
