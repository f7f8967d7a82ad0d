import { sen } from '../money';
import {
  findAccountAt,
  hasRoomFor,
  maximumAccounts,
  putAccount,
  removeAccount,
  sumAccounts,
  type ChosenAccount,
} from './several-accounts';

const chosen = (accountNumber: string, amount = 13_878): ChosenAccount => ({
  ...{ accountNumber, accountName: 'A***', payOption: 'other', amount: sen(amount), payAgain: false },
});
const numbersOf = (list: readonly ChosenAccount[]) => list.map(({ accountNumber }) => accountNumber);
const list = [chosen('1234567801', 100), chosen('2234567801', 200), chosen('3234567801', 300)];

test('an account that is put on a list is at its end', () => {
  expect(numbersOf(putAccount(list, chosen('4234567801')))).toEqual([...numbersOf(list), '4234567801']);
});

test('an account is on a list once: what is chosen later replaces what was chosen before, at the same place', () => {
  const changed = putAccount(list, chosen('2234567801', 999));
  expect(changed.map(({ accountNumber, amount }) => [accountNumber, amount])).toEqual([
    ['1234567801', 100],
    ['2234567801', 999],
    ['3234567801', 300],
  ]);
});

test('an account is taken off by its position', () => {
  expect(numbersOf(removeAccount(list, 2))).toEqual(['1234567801', '3234567801']);
  expect(removeAccount(list, 4)).toEqual(list);
});

test('a full list has room only for an account that is on it', () => {
  const full = Array.from({ length: maximumAccounts }, (_, index) => chosen(String(1_000_000_000 + index)));
  expect(hasRoomFor(full, '1000000003', maximumAccounts)).toBe(true);
  expect(hasRoomFor(full, '9000000000', maximumAccounts)).toBe(false);
  expect(hasRoomFor(full.slice(1), '9000000000', maximumAccounts)).toBe(true);
});

test.each([
  ['1', '1234567801'],
  ['3', '3234567801'],
  ['0', undefined],
  ['4', undefined],
  ['-1', undefined],
  ['1e0', undefined],
  ['', undefined],
  [undefined, undefined],
])('the position %s is the account %s', (position, expected) => {
  expect(findAccountAt(list, position)?.account.accountNumber).toBe(expected);
});

test('the total is the sum of the amounts', () => {
  expect(sumAccounts(list)).toBe(600);
  expect(sumAccounts([])).toBe(0);
});
