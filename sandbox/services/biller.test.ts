import { calls } from '@/lib/contract/calls';
import { daysBetween, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { sen } from '@/lib/domain/money';
import type { PostingCalls } from '../../backend/billers/biller';
import {
  errorCodeOf,
  freshAccount,
  payByFpx,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../../backend/test-backend.fixture';

/* The sandbox's biller: docs/sandbox.md. Every account here owes RM138.78. */

const backend = setUpTestBackend();

const readBill = (accountNumber: string) => succeed(backend, calls['bill.get'], { accountNumber });
const readAccount = (accountNumber: string) => sandboxControl(backend, `biller/${accountNumber}`);

let payments = 0;

function post(accountNumber: string, amount: number) {
  payments += 1;
  const { postPayment } = backend.services.biller.postings as PostingCalls;
  return postPayment({
    ...{ reference: `payment ${payments}`, accountNumber, billReference: null, amount: sen(amount), currency: 'MYR' },
    ...{ paidAt: backend.clock.now(), method: 'fpx', gatewayReference: 'x' },
  });
}

const paidOff = { currentBalance: 0, overdueBalance: 0, dueDate: null, accountStatus: 'active', isNew: false };

test.each([
  ['part of what is overdue', '03', 1_000, { currentBalance: 12_878, overdueBalance: 5_939, dueDate: 7 }],
  ['what is overdue', '03', 6_939, { currentBalance: 6_939, overdueBalance: 0, dueDate: 7 }],
  ['part of a suspended account', '02', 1, { currentBalance: 13_877, accountStatus: 'suspended', dueDate: -10 }],
  ['all of a suspended account', '02', 13_878, paidOff],
  ['all of a new bill', '04', 13_878, paidOff],
  ['more than is owed', '01', 15_000, { ...paidOff, currentBalance: -1_122 }],
  ['an account in credit', '06', 500, { ...paidOff, currentBalance: -2_500 }],
])('a payment of %s lowers what is overdue first, then the rest', async (_name, ending, amount, expected) => {
  const accountNumber = freshAccount(ending);
  expect(await post(accountNumber, amount)).toMatchObject({ status: 'accepted' });
  const bill = await readBill(accountNumber);
  const dueDate = bill.dueDate === null ? null : daysBetween(toMalaysiaDay(bill.serverTime), bill.dueDate);
  expect({ ...bill, dueDate }).toMatchObject(expected);
  expect(await readAccount(accountNumber)).toMatchObject({ accountNumber, balance: bill.currentBalance });
});

test('an account is consumed, and a reset restores it', async () => {
  const accountNumber = freshAccount();
  await payByFpx(backend, accountNumber);
  const { balance, postings } = await readAccount(accountNumber);
  expect([balance, postings.length]).toEqual([0, 1]);
  const again = { accountNumber, payOption: 'current', amount: 13_878 } as const;
  expect(await errorCodeOf(backend, calls['transaction.create'], again)).toBe('amount-not-allowed');
  await sandboxControl(backend, 'reset', {});
  expect(await readAccount(accountNumber)).toEqual({ accountNumber, balance: 13_878, postings: [] });
  expect(await errorCodeOf(backend, calls['transaction.create'], again)).toBe(null);
});

test.each([
  ['accept', { status: 'accepted' }, 1, 0],
  ['refuse', { status: 'refused' }, 1, 13_878],
  ['pending', { status: 'pending' }, 1, 13_878],
  ['down', { status: 'unreachable' }, 0, 13_878],
  ['lose-answer', { status: 'unreachable' }, 1, 0],
])(
  'the next posting ends by %s, whatever the account’s case is, and the one after it by that',
  async (mode, answer, recorded, balance) => {
    expect(await sandboxControl(backend, 'biller', { mode })).toEqual({ mode, times: 1 });
    const accountNumber = freshAccount('12');
    expect(await post(accountNumber, 13_878)).toMatchObject(answer);
    const account = await readAccount(accountNumber);
    expect([account.balance, account.postings.length]).toEqual([balance, recorded]);
    expect(await post(accountNumber, 1)).toMatchObject({ status: 'refused' });
  },
);

test('modes last for as many postings as are named; 0 ends them', async () => {
  const accountNumber = freshAccount();
  await sandboxControl(backend, 'biller', { mode: 'refuse', times: 2 });
  const statuses = [];
  for (let times = 0; times < 3; times += 1) statuses.push((await post(accountNumber, 1)).status);
  expect(statuses).toEqual(['refused', 'refused', 'accepted']);
  await sandboxControl(backend, 'biller', { mode: 'refuse', times: 2 });
  await sandboxControl(backend, 'biller', { mode: 'refuse', times: 0 });
  expect(await post(accountNumber, 1)).toMatchObject({ status: 'accepted' });
});

test.each([
  ['an unknown mode', { mode: 'explode' }],
  ['a negative number', { mode: 'refuse', times: -1 }],
  ['no mode', { times: 1 }],
])('refuses %s', async (_name, payload) => {
  const answer = await backend.app.inject({ method: 'POST', url: '/sandbox/biller', payload });
  expect(answer.statusCode).toBe(400);
});

test('returns null for an unknown account', async () => {
  expect((await backend.app.inject({ url: `/sandbox/biller/${freshAccount('40')}` })).statusCode).toBe(404);
});
