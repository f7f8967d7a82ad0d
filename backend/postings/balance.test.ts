import { calls } from '@/lib/contract/calls';
import { readStoredBill } from '../billers/stored/biller';
import { addMilliseconds, dayMs, hourMs } from '../clock';
import {
  freshAccount,
  redirectToBank,
  startTestBackend,
  statusOf,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';
import { confirmPostings } from './confirmations';

const amount = 13_878;
let operator: TestBackend;

beforeAll(async () => {
  operator = await startTestBackend({ sandbox: null });
});
afterAll(() => operator.close());

/** A paid bill of RM200, whose balance is as of a time from now, in ms. Returns its account and the reference of its posting. */
async function payBill(asOfMs: number) {
  const { clock, store } = operator;
  const accountNumber = freshAccount();
  const asOf = addMilliseconds(clock.now(), asOfMs);
  await store.db
    .insertInto('bills')
    .values({
      ...{ account_number: accountNumber, holder_name: 'AHMAD BIN ISMAIL', account_status: 'active' },
      ...{ customer_type: 'REGULAR', current_balance: 20_000, overdue_balance: 0, due_date: null, is_new: false },
      ...{ maximum_amount: 300_000, standing: 'ordinary', mobile_number: null, is_on_auto_debit: false, as_of: asOf },
    })
    .execute();
  const request = { accountNumber, payOption: 'other' as const, amount };
  const { transactionRefId } = await succeed(operator, calls['transaction.create'], request);
  const { number } = await redirectToBank(operator, transactionRefId);
  operator.fpx.setStatus(number, 'successful');
  expect(await statusOf(operator, transactionRefId)).toBe('successful');
  const { id, reference } = await store.db
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select(['postings.id', 'reference'])
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  return { accountNumber, id, reference };
}

const balanceOf = async (accountNumber: string) =>
  (await readStoredBill(operator.store.db, accountNumber))?.bill.currentBalance;

/** The biller's answer is accepted, with its own time. */
async function accept(reference: string, postedAt: Date) {
  const answer = { status: 'accepted', receiptNumber: `R-${reference}`, postedAt } as const;
  const at = operator.clock.now();
  return confirmPostings(operator.store.db, [{ reference, answer }], { isDryRun: false, at });
}

test('a payment that the biller says it has posted in the future is not confirmed', async () => {
  const { accountNumber, reference } = await payBill(-hourMs);
  const refused = await accept(reference, addMilliseconds(operator.clock.now(), dayMs));
  expect(refused).toMatchObject({ confirmed: 0, errors: [{ index: 0, message: 'posted_at lies in the future' }] });
  expect(await balanceOf(accountNumber)).toBe(20_000 - amount);
  expect(await accept(reference, operator.clock.now())).toMatchObject({ confirmed: 1, errors: [] });
});

test('a later balance has a payment whose time of posting, kept by an earlier release, lies in the future', async () => {
  const { accountNumber, id, reference } = await payBill(hourMs);
  await accept(reference, operator.clock.now());
  const posted_at = addMilliseconds(operator.clock.now(), 365 * dayMs);
  await operator.store.db.updateTable('postings').set({ posted_at }).where('id', '=', id).execute();
  expect(await balanceOf(accountNumber)).toBe(20_000);
});

test('an earlier balance does not have a payment that the biller says it has posted before it was made', async () => {
  const { accountNumber, reference } = await payBill(-hourMs);
  await accept(reference, new Date('2000-01-01T00:00:00Z'));
  expect(await balanceOf(accountNumber)).toBe(20_000 - amount);
});
