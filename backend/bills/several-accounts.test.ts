import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import type { RequestInputOf } from '@/lib/contract/call';
import { noCustomerService } from '@/lib/domain/customer-service';
import { inTransaction } from '../db/database';
import { findJournalErrors } from '../ledger/journal-check';
import { addMissingEntries } from '../ledger/missing-entries';
import { listReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import { exportAccount } from '../personal-data/account-export';
import { listPaymentsOfAccount } from '../personal-data/erasure';
import { FakeRefunds } from '../refunds/fake-refunds.fixture';
import { listRefundableCredits } from '../refunds/model';
import { requestRefund } from '../refunds/service';
import { applyHeldMoney } from '../reviews/apply';
import { addChargeback } from '../chargebacks/service';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  freshAccount,
  payByFpx,
  postCallback,
  postReturn,
  redirectToBank,
  sandboxControl,
  send,
  setUpTestBackend,
  startTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
  testVisit,
} from '../test-backend.fixture';

/* One payment of several accounts: one order, and a credit and a posting for each account. Decision 30. */

const backend = setUpTestBackend({
  receipts: {
    issuer: { name: 'Example TV Sdn. Bhd.', registrationNumber: null, address: null },
    showsFullAccount: false,
    linkDays: 30,
    customerService: noCustomerService,
  },
});

/** Of the holder of an account. */
const aMaskedName = expect.stringMatching(/^(\S\*{3} )*\S\*{3}$/) as string;

/** What a fresh account owes. */
const owed = 13_878;
const createSeveral = calls['transaction.createSeveral'];
type Chosen = RequestInputOf<typeof createSeveral>['accounts'][number];

const whole = (accountNumber: string): Chosen => ({ accountNumber, payOption: 'current', amount: owed });
const part = (accountNumber: string, amount: number): Chosen => ({ accountNumber, payOption: 'other', amount });
const totalOf = (accounts: readonly Chosen[]) => accounts.reduce((sum, { amount }) => sum + amount, 0);

async function create(accounts: readonly Chosen[]): Promise<string> {
  const request = { accounts: [...accounts], email: 'payer@example.com' };
  return (await succeed(backend, createSeveral, request)).transactionRefId;
}

/** What creating a payment is refused with: the code, and its parameters. */
async function refusalOf(accounts: readonly Chosen[]) {
  const { code, body } = await send(backend, createSeveral, { accounts });
  const { parameters } = body as { readonly parameters?: object };
  return { code, ...parameters };
}

/** Takes a payment to its bank; returns the number of the attempt. */
async function begin(refid: string, total: number): Promise<string> {
  await succeed(backend, calls['payment.init'], fpxRequest(refid, total));
  return backend.fpx.begun.at(-1)?.order.number ?? '';
}

/** Makes a payment of accounts that its bank confirms. */
async function pay(accounts: readonly Chosen[]): Promise<{ readonly refid: string; readonly number: string }> {
  const refid = await create(accounts);
  const number = await begin(refid, totalOf(accounts));
  backend.fpx.setStatus(number, 'successful', totalOf(accounts));
  expect(await statusOf(backend, refid)).toBe('successful');
  return { refid, number };
}

/** Money for an order that its payer has cancelled. */
async function payCancelled(accounts: readonly Chosen[]): Promise<string> {
  const refid = await create(accounts);
  const number = await begin(refid, totalOf(accounts));
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful', totalOf(accounts));
  await postReturn(backend, backend.fpx.sign(number, 'successful', totalOf(accounts)));
  return refid;
}

interface Ledger {
  readonly balanced: boolean;
  readonly credits: readonly { readonly refid: string; readonly accountNumber: string; readonly amount: number }[];
  readonly postings: readonly { readonly refid: string; readonly accountNumber: string; readonly status: string }[];
}
const ledger = async (): Promise<Ledger> => sandboxControl(backend, 'ledger');
const creditsOf = async (refid: string) =>
  (await ledger()).credits
    .filter((credit) => credit.refid === refid)
    .map(({ accountNumber, amount }) => [accountNumber, amount]);
const atBiller = async (accountNumber: string): Promise<number> =>
  (await sandboxControl(backend, `biller/${accountNumber}`)).balance;
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const countOrders = async () => (await backend.store.db.selectFrom('orders').select('refid').execute()).length;
const resultOf = (refid: string) => succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
const billOf = (accountNumber: string) => succeed(backend, calls['bill.get'], { accountNumber });

const refund = (refid: string, more: object) =>
  backend.app.inject({
    method: 'POST',
    url: '/operator/refunds',
    headers: { authorization: `Bearer ${testOperatorKey}` },
    payload: { payment: refid, reason: 'paid twice', ...more },
  });

test('the receipt is sent when the biller has accepted the last account, with the number of each', async () => {
  await sandboxControl(backend, 'biller', { mode: 'lose-answer' });
  await pay([whole(freshAccount()), whole(freshAccount())]);
  const sent = async () =>
    (await sandboxControl(backend, 'messages?to=payer@example.com')).filter(
      ({ kind }: { kind: string }) => kind === 'receipt',
    );
  expect(await sent()).toEqual([]);
  await advance('PT10S');
  const [receipt] = await sent();
  expect(receipt.text.match(/Receipt number: R\d{8}/g)?.length).toBe(2);
});

test('each account is credited and posted once, with its own amount, by one payment', async () => {
  const accounts = [whole(freshAccount()), part(freshAccount(), 5_000), whole(freshAccount())];
  const { refid } = await pay(accounts);
  expect(await creditsOf(refid)).toEqual(accounts.map(({ accountNumber, amount }) => [accountNumber, amount]));
  await backend.jobs.runDue();
  for (const { accountNumber, amount } of accounts) expect(await atBiller(accountNumber)).toBe(owed - amount);
  const { balanced, postings } = await ledger();
  expect(balanced).toBe(true);
  expect(postings.map(({ accountNumber, status }) => [accountNumber, status])).toEqual(
    accounts.map(({ accountNumber }) => [accountNumber, 'accepted']),
  );
  const entries = await backend.store.db.selectFrom('journal_entries').select(['kind', 'order_refid']).execute();
  expect(entries.filter(({ kind }) => kind === 'payment-credited')).toHaveLength(1);
  expect(entries.filter(({ kind }) => kind === 'posting-accepted')).toHaveLength(3);
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
});

test('the most accounts are ten, the fewest two, and each is there once', async () => {
  const eleven = Array.from({ length: 11 }, () => part(freshAccount(), 100));
  const ten = eleven.slice(0, 10);
  expect((await refusalOf(eleven)).code).toBe('invalid-request');
  expect((await refusalOf(eleven.slice(0, 1))).code).toBe('invalid-request');
  expect((await refusalOf([...ten.slice(0, 3), part(ten[1]!.accountNumber, 200)])).code).toBe('invalid-request');
  const { refid } = await pay(ten);
  expect(await creditsOf(refid)).toHaveLength(10);
  expect((await ledger()).balanced).toBe(true);
});

test('row 67: outcomes that are reported again and concurrently credit nothing again', async () => {
  const accounts = [whole(freshAccount()), whole(freshAccount())];
  const refid = await create(accounts);
  const number = await begin(refid, totalOf(accounts));
  backend.fpx.setStatus(number, 'successful', totalOf(accounts));
  const fields = backend.fpx.sign(number, 'successful', totalOf(accounts));
  await Promise.all([
    ...Array.from({ length: 5 }, () => postCallback(backend, fields)),
    ...Array.from({ length: 5 }, () => postReturn(backend, fields)),
    statusOf(backend, refid),
  ]);
  await postCallback(backend, fields);
  await backend.jobs.runDue();
  expect(await creditsOf(refid)).toHaveLength(2);
  expect((await ledger()).postings.filter((posting) => posting.refid === refid)).toHaveLength(2);
  expect((await ledger()).balanced).toBe(true);
});

describe('each bill is checked as a single one is', () => {
  test.each([
    ['unknown to the biller', part('1234567840', 1_000), { code: 'unknown-account' }],
    ['closed', part('1234567841', 1_000), { code: 'account-closed' }],
    ['blacklisted', whole('1234567843'), { code: 'account-blacklisted' }],
    ['being processed by the biller', whole('1234567844'), { code: 'already-processing' }],
    ['of another balance', { ...whole('1234567801'), amount: owed - 1 }, { code: 'amount-not-allowed' }],
    ['less than RM1', part('1234567801', 99), { code: 'amount-not-allowed', limit: 'belowMinimum' }],
    ['more than its maximum', part('1234567807', 20_001), { code: 'amount-not-allowed', limit: 'aboveMaximum' }],
  ])('row 67: one that is %s is named by its position, and nothing is created', async (_name, refused, expected) => {
    expect(await refusalOf([whole(freshAccount()), refused, whole(freshAccount())])).toEqual({
      ...expected,
      account: 2,
    });
    expect(await countOrders()).toBe(0);
  });

  test('the total is within the limits of an order of quick pay', async () => {
    await backend.store.db
      .updateTable('partners')
      .set({ maximum_amount: 20_000 })
      .where('key', '=', quickPayPartnerKey)
      .execute();
    const accounts = [part(freshAccount(), 10_000), part(freshAccount(), 10_001)];
    expect(await refusalOf(accounts)).toEqual({ code: 'amount-not-allowed', limit: 'aboveMaximum', figure: 20_000 });
    expect(await refusalOf([accounts[0]!, part(freshAccount(), 10_000)])).toEqual({ code: null });
  });
});

describe('a bill is not paid twice unnoticed', () => {
  test('a payment of one account asks for a confirmation of that one only', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    await redirectToBank(backend, await createPayment(backend, mine));
    expect(await refusalOf([whole(other), whole(mine)])).toEqual({ code: 'repeated-payment', account: 2 });
    const confirmed = { ...whole(mine), payAgain: true };
    const refid = await create([whole(other), confirmed]);
    expect((await succeed(backend, calls['payment.page'], { refid })).isRepeated).toBe(false);
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 2 * owed))).toBeNull();
  });

  test('an account’s bill shows its part of a payment under way, then its credit, until the balance has it', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    const accounts = [part(mine, 5_000), whole(other)];
    const refid = await create(accounts);
    const number = await begin(refid, totalOf(accounts));
    const recentOf = async () => {
      const { outstanding, recentPayments } = await billOf(mine);
      return { outstanding, recent: recentPayments.map(({ amount, status }) => [amount, status]) };
    };
    expect(await recentOf()).toEqual({ outstanding: 8_878, recent: [[5_000, 'in-progress']] });
    expect((await billOf(other)).outstanding).toBe(0);
    backend.fpx.setStatus(number, 'successful', totalOf(accounts));
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await recentOf()).toEqual({ outstanding: 8_878, recent: [[5_000, 'received']] });
    await backend.jobs.runDue();
    await advance('PT1M');
    expect(await recentOf()).toEqual({ outstanding: 8_878, recent: [] });
  });

  test('two payments of the same accounts that begin at once do not both begin unconfirmed', async () => {
    const [one, other] = [freshAccount(), freshAccount()];
    const refids = [await create([whole(one), whole(other)]), await create([whole(other), whole(one)])];
    const codes = await Promise.all(
      refids.map((refid) => errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 2 * owed))),
    );
    expect(codes.toSorted()).toEqual([null, 'repeated-payment'].toSorted());
  });

  test('a payment that began since the order was created needs a confirmation, which is not asked for twice', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    const refid = await create([whole(other), whole(mine)]);
    await redirectToBank(backend, await createPayment(backend, mine));
    const page = await succeed(backend, calls['payment.page'], { refid });
    const recent = { amount: owed, status: 'in-progress', accountEnding: mine.slice(-4) };
    expect(page).toMatchObject({ isRepeated: true, recentPayments: [recent] });
    const request = fpxRequest(refid, 2 * owed);
    expect(await errorCodeOf(backend, calls['payment.init'], request)).toBe('repeated-payment');
    expect(await errorCodeOf(backend, calls['payment.init'], { ...request, payAgain: true })).toBeNull();
    const limits = await backend.store.db
      .selectFrom('order_accounts')
      .select('bill_limit')
      .orderBy('position')
      .execute();
    expect(limits.map(({ bill_limit: limit }) => limit)).toEqual([owed, 2 * owed]);
  });

  test('money that is held for review counts for each account with its part', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    const accounts = [part(mine, 5_000), whole(other)];
    expect(await statusOf(backend, await payCancelled(accounts))).toBe('review');
    const recent = (await billOf(mine)).recentPayments.map(({ amount, status }) => [amount, status]);
    expect(recent).toEqual([[5_000, 'review']]);
  });
});

describe('money that is not credited at once', () => {
  test('late exact money credits every account', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 1_000)];
    const refid = await create(accounts);
    const number = await begin(refid, totalOf(accounts));
    await advance('PT2H');
    await backend.jobs.runDue();
    backend.fpx.setStatus(number, 'successful', totalOf(accounts));
    await postCallback(backend, backend.fpx.sign(number, 'successful', totalOf(accounts)));
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await creditsOf(refid)).toHaveLength(2);
    expect((await ledger()).balanced).toBe(true);
  });

  test('another amount credits no account, and is held', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 1_000)];
    const refid = await create(accounts);
    const number = await begin(refid, totalOf(accounts));
    backend.fpx.setStatus(number, 'successful', owed);
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await creditsOf(refid)).toEqual([]);
    expect((await ledger()).balanced).toBe(true);
  });

  test('an operator who applies it credits every account', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 1_000)];
    const refid = await payCancelled(accounts);
    const held = await backend.store.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
    const decision = { operator: { isNamed: true, name: 'aisyah' }, reason: 'the payer has called' } as const;
    expect(await applyHeldMoney(backend.services, `money-${held.id}`, decision)).toMatchObject({ ok: true });
    expect(await creditsOf(refid)).toEqual(accounts.map(({ accountNumber, amount }) => [accountNumber, amount]));
    await backend.jobs.runDue();
    expect((await ledger()).balanced).toBe(true);
  });
});

describe('what the payer is told', () => {
  test('the result lists each account with its amount and posting, and the worst of them for the payment', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 5_000)];
    const { refid } = await pay(accounts);
    const queued = { status: 'queued', receiptNumber: null };
    expect(await resultOf(refid)).toMatchObject({
      accountNumber: null,
      amount: totalOf(accounts),
      posting: queued,
      accounts: accounts.map(({ accountNumber, amount }) => ({ accountNumber, amount, posting: queued })),
      isAutoDebit: false,
      autoDebitResponse: null,
      reminderDaysBefore: null,
    });
    await sandboxControl(backend, 'biller', { mode: 'refuse', times: 1 });
    await backend.jobs.runDue();
    const { posting, accounts: shown } = await resultOf(refid);
    expect(shown.map((account) => account.posting?.status).toSorted()).toEqual(['accepted', 'review']);
    expect(posting).toMatchObject({ status: 'review', receiptNumber: null });
    const numbers = shown.map((account) => account.posting?.receiptNumber).filter((number) => number !== null);
    expect(numbers).toEqual([expect.stringMatching(/^R\d{8}$/)]);
  });

  test('the result says until when service returns to the suspended accounts whose overdue balance is paid', async () => {
    backend.fpx.refunds = new FakeRefunds().byReference();
    const [suspended, inPart, active] = [freshAccount('02'), freshAccount('02'), freshAccount()];
    const { refid } = await pay([whole(suspended), part(inPart, 5_000), whole(active)]);
    const resumptionsOf = async () => {
      const { accounts, paymentDateTime, serviceResumesBy } = await resultOf(refid);
      expect(serviceResumesBy).toBeNull();
      const after = (time: string | null) => time && Date.parse(time) - Date.parse(paymentDateTime ?? '');
      return accounts.map((account) => after(account.serviceResumesBy));
    };
    expect(await resumptionsOf()).toEqual([3_600_000, null, null]);
    await backend.jobs.runDue();
    expect(await resumptionsOf()).toEqual([3_600_000, null, null]);
    // Only a refund of the same account takes its promise away.
    expect((await refund(refid, { account: active })).statusCode).toBe(200);
    expect(await resumptionsOf()).toEqual([3_600_000, null, null]);
    expect((await refund(refid, { account: suspended, amount: 1_000 })).statusCode).toBe(200);
    expect(await resumptionsOf()).toEqual([null, null, null]);
  });

  test('row 14: the result names the holders of its accounts, masked, to the visit that began the attempt only', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 5_000)];
    const { refid } = await pay(accounts);
    const namesFor = async (visit: { readonly visitId?: string }) =>
      (await succeed(backend, calls['payment.result'], { refid, ...visit })).accounts.map(
        ({ accountName }) => accountName,
      );
    expect(await namesFor({ visitId: testVisit })).toEqual([aMaskedName, aMaskedName]);
    expect([await namesFor({}), await namesFor({ visitId: 'another-visit-of-the-tests' })]).toEqual(
      Array(2).fill([null, null]),
    );
  });

  test('a payment that is not made lists its accounts without a posting', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 5_000)];
    const refid = await create(accounts);
    await begin(refid, totalOf(accounts));
    const { posting, accounts: shown } = await resultOf(refid);
    expect([posting, ...shown.map((account) => account.posting)]).toEqual([null, null, null]);
  });

  test('row 67: the payment page lists each account by its end, and names none as the payer’s', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 5_000)];
    const refid = await create(accounts);
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid });
    expect(paymentPageDto).toMatchObject({
      itemDescList: accounts.map(({ accountNumber, amount }) => ({
        ...{ name: `Account ••••••${accountNumber.slice(-4)}`, amount },
      })),
      accounts: accounts.map(({ accountNumber, amount }) => ({
        ...{ accountEnding: accountNumber.slice(-4), accountName: aMaskedName, amount },
      })),
      totalAmount: totalOf(accounts),
      accountEnding: null,
      autoDebitChkBox: false,
      autoDebitCampaignEnabled: false,
    });
  });

  test('the receipt, and the e-mail with it, have each account, masked, with its amount and receipt number', async () => {
    const accounts = [whole(freshAccount()), part(freshAccount(), 5_000)];
    const { refid } = await pay(accounts);
    await backend.jobs.runDue();
    const { receiptToken } = await resultOf(refid);
    const receipt = await succeed(backend, calls['receipt.get'], { token: receiptToken ?? '' });
    const masked = accounts.map(({ accountNumber }) => `••••••${accountNumber.slice(-4)}`);
    expect(receipt).toMatchObject({
      accountNumber: null,
      accounts: accounts.map(({ amount }, index) => ({
        ...{ accountNumber: masked[index], accountName: aMaskedName, amount },
        posting: { status: 'accepted', receiptNumber: expect.stringMatching(/^R\d{8}$/) },
      })),
      itemDescList: accounts.map(({ amount }, index) => ({ name: `Account ${masked[index]}`, amount })),
    });
    const [mail] = await sandboxControl(backend, 'messages?to=payer@example.com');
    for (const { accountNumber } of accounts) {
      expect(mail.text).not.toContain(accountNumber);
      expect(mail.text).toContain(`••••••${accountNumber.slice(-4)}`);
    }
  });
});

describe('refunds', () => {
  test('one is of one account’s credit, and takes only that account’s posting back', async () => {
    backend.fpx.refunds = new FakeRefunds().byReference();
    const [mine, other] = [freshAccount(), freshAccount()];
    const { refid } = await pay([whole(mine), part(other, 5_000)]);
    await backend.jobs.runDue();
    const unnamed = await refund(refid, {});
    expect(unnamed.statusCode).toBe(409);
    expect(unnamed.json().error).toContain(`${mine} (RM138.78 left), ${other} (RM50.00 left)`);
    expect((await refund(refid, { account: freshAccount() })).statusCode).toBe(404);
    const tooMuch = await refund(refid, { account: other, amount: 5_001 });
    expect(tooMuch.statusCode).toBe(409);
    expect(tooMuch.json().error).toBe('at most RM50.00 of this account’s part of the payment can be refunded');
    expect((await refund(refid, { account: other })).json()).toMatchObject({ accountNumber: other, amount: 5_000 });
    const nothingLeft = await refund(refid, { account: other });
    expect(nothingLeft.json().error).toBe('at most RM0.00 of this account’s part of the payment can be refunded');
    await backend.jobs.runDue();
    await backend.jobs.runDue();
    expect([await atBiller(mine), await atBiller(other)]).toEqual([0, owed]);
    expect((await ledger()).balanced).toBe(true);
    const result = await resultOf(refid);
    expect(result.refunds).toMatchObject([{ accountNumber: other, amount: 5_000, status: 'succeeded' }]);
    expect(result.accounts).toMatchObject([
      { accountNumber: mine, posting: { status: 'accepted' }, isRefunded: false },
      { accountNumber: other, posting: null, isRefunded: true },
    ]);
    expect(result.posting).toMatchObject({ status: 'accepted', receiptNumber: null });
    const receipt = await succeed(backend, calls['receipt.get'], { token: result.receiptToken ?? '' });
    expect(receipt.accounts.map(({ isRefunded }) => isRefunded)).toEqual([false, true]);
    expect(receipt.refunds).toMatchObject([{ accountNumber: `••••••${other.slice(-4)}`, amount: 5_000 }]);
    const mails = await sandboxControl(backend, 'messages?to=payer@example.com');
    const told = mails.filter(({ kind }: { readonly kind: string }) => kind === 'refund');
    expect(told).toHaveLength(1);
    expect(told[0].text).toContain(`Account number: ••••••${other.slice(-4)}`);
    expect(told[0].text).not.toContain(other);
    const left = await listRefundableCredits(backend.store.db, refid, null);
    expect(left.map((credit) => credit.left)).toEqual([owed, 0]);
  });

  test('a part of an account’s credit leaves it credited, and all of it in parts does not', async () => {
    backend.fpx.refunds = new FakeRefunds().byReference();
    const [mine, other] = [freshAccount(), freshAccount()];
    const { refid } = await pay([whole(mine), part(other, 5_000)]);
    await backend.jobs.runDue();
    const stateOf = async () => {
      await backend.jobs.runDue();
      await backend.jobs.runDue();
      const { accounts } = await resultOf(refid);
      return [accounts[1]?.isRefunded, accounts[1]?.posting?.status];
    };
    expect((await refund(refid, { account: other, amount: 2_000 })).statusCode).toBe(200);
    expect(await stateOf()).toEqual([false, 'accepted']);
    expect((await refund(refid, { account: other })).statusCode).toBe(200);
    expect(await stateOf()).toEqual([true, undefined]);
  });

  test('one that waits for a person is listed with its account', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    const { refid } = await pay([whole(mine), part(other, 5_000)]);
    const { reference } = (await refund(refid, { account: other, byTransfer: true })).json();
    expect(await listReview(backend.services)).toMatchObject([{ refid, reference, accountNumber: other }]);
  });

  test('what is charged back of the payment cannot be refunded of any account', async () => {
    const accounts = [whole(freshAccount()), whole(freshAccount())];
    const { refid, number } = await pay(accounts);
    const dispute = { number, dispute: 'dp_1', amount: 2 * owed - 1_000, reasonCode: '10.4', respondBy: null };
    const by = { operator: sharedKey, reason: 'portal' };
    expect(await addChargeback(backend.services, { ...dispute, amount: 2 * owed + 1 }, by)).toMatchObject({
      ok: false,
    });
    expect(await addChargeback(backend.services, dispute, by)).toMatchObject({ ok: true });
    const [credit] = await listRefundableCredits(backend.store.db, refid, null);
    expect(credit?.left).toBe(1_000);
    const source = { kind: 'credit', id: credit!.id } as const;
    const requested = { source, reason: 'paid twice', requestedBy: { isNamed: true, name: 'aisyah' } } as const;
    expect(await requestRefund(backend.services, { ...requested, amount: 1_001 })).toEqual({
      ok: false,
      error: { code: 'too-much', left: 1_000 },
    });
  });

  test('an approval is needed by the refunds of all accounts together', async () => {
    const accounts = [part(freshAccount(), 30_000), part(freshAccount(), 30_000)];
    const { refid } = await pay(accounts);
    const [one, other] = await listRefundableCredits(backend.store.db, refid, null);
    const requestedBy = { isNamed: true, name: 'aisyah' } as const;
    const stateOf = async (id: number) => {
      const source = { kind: 'credit', id } as const;
      const made = await requestRefund(backend.services, { source, amount: 30_000, reason: 'wrong', requestedBy });
      return made.ok ? made.value.state : made.error.code;
    };
    expect(await stateOf(one!.id)).toBe('manual');
    expect(await stateOf(other!.id)).toBe('requested');
  });
});

describe('an account’s holder', () => {
  test('row 67: is exported what a payment says of that account, and nothing of the others', async () => {
    const [mine, other] = [freshAccount(), freshAccount()];
    const { refid } = await pay([whole(other), part(mine, 5_000)]);
    expect(await listPaymentsOfAccount(backend.store.db, mine)).toEqual([refid]);
    const exported = await exportAccount(backend.services, { account: mine, emails: [], by: sharedKey });
    expect(exported.payments).toMatchObject([
      {
        ...{ total: 5_000, accounts: 2, items: [{ name: `Account ${mine}`, amount: 5_000 }] },
        // The amount of all would tell the others'.
        attempts: [{ state: 'successful', amount: 5_000 }],
        posting: { state: 'queued' },
      },
    ]);
    expect(JSON.stringify(exported)).not.toContain(other);
  });
});

describe('the journal', () => {
  test('gets the one entry of a payment of several accounts again that is missing', async () => {
    await pay([whole(freshAccount()), part(freshAccount(), 5_000)]);
    await payByFpx(backend);
    await inTransaction(backend.store.db, async (trx) => {
      await sql`set local ebill.is_sandbox_reset = 'on'`.execute(trx);
      await sql`delete from journal_lines`.execute(trx);
      await sql`delete from journal_entries`.execute(trx);
    });
    expect(await findJournalErrors(backend.store.db)).toHaveLength(4);
    expect(await addMissingEntries(backend.store.db, backend.clock.now())).toBe(2);
    expect(await findJournalErrors(backend.store.db)).toEqual([]);
    expect((await ledger()).balanced).toBe(true);
  });

  test('is not balanced with a credit of another amount', async () => {
    const { refid } = await pay([whole(freshAccount()), part(freshAccount(), 5_000)]);
    const { db } = backend.store;
    await db
      .updateTable('credits')
      .set({ amount: 5_001 })
      .where('order_refid', '=', refid)
      .where('position', '=', 2)
      .execute();
    expect((await ledger()).balanced).toBe(false);
    expect(await findJournalErrors(db)).not.toEqual([]);
  });
});

describe('a backend of the release before', () => {
  test('cannot mark an order of several accounts as paid, and credits one of one account', async () => {
    const { db } = backend.store;
    const refid = await create([whole(freshAccount()), whole(freshAccount())]);
    await expect(sql`update orders set state = 'paid' where refid = ${refid}`.execute(db)).rejects.toThrow(
      /orders_credited_accounts/,
    );
    const single = await createPayment(backend);
    await sql`update orders set state = 'paid' where refid = ${single}`.execute(db);
  });

  test('cannot credit a payment twice', async () => {
    await payByFpx(backend);
    const again = sql`insert into credits (order_refid, attempt_id, account_number, amount, gateway, gateway_reference, at)
      select order_refid, attempt_id, account_number, amount, gateway, gateway_reference || '-2', at from credits`;
    await expect(again.execute(backend.store.db)).rejects.toThrow(/credits_by_/);
  });
});

test('where it is turned off, no bill offers it, and no such payment is created', async () => {
  const single = await startTestBackend({ paysSeveralAccounts: false });
  try {
    const accountNumber = freshAccount();
    expect((await succeed(single, calls['bill.get'], { accountNumber })).accountsPerPayment).toBe(1);
    const accounts = [whole(accountNumber), whole(freshAccount())];
    expect(await errorCodeOf(single, createSeveral, { accounts })).toBe('not-found');
  } finally {
    await single.close();
  }
});
