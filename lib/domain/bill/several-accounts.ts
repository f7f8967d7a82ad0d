import { addSen, type Sen } from '../money';
import type { PayOption } from './pay-choice';

/** How many accounts one payment may pay at most. */
export const maximumAccounts = 10;

/** An account that a payer has put on the list of a payment, with what is to be paid of its bill. Decision 30. */
export interface ChosenAccount {
  /** Ten digits. */
  readonly accountNumber: string;
  /** Masked by the backend. */
  readonly accountName: string;
  readonly payOption: PayOption;
  readonly amount: Sen;
  /** The payer has confirmed that it repeats a recent payment of the account. */
  readonly payAgain: boolean;
}

/** Puts an account on a list: at its end, or in place of what was chosen for it before. */
export function putAccount(list: readonly ChosenAccount[], account: ChosenAccount): readonly ChosenAccount[] {
  const isSame = ({ accountNumber }: ChosenAccount) => accountNumber === account.accountNumber;
  return list.some(isSame) ? list.map((one) => (isSame(one) ? account : one)) : [...list, account];
}

/** Whether an account may be put on a list of up to `limit` accounts: it is there already, or there is room. */
export function hasRoomFor(
  list: readonly Pick<ChosenAccount, 'accountNumber'>[],
  accountNumber: string,
  limit: number,
): boolean {
  return list.length < limit || list.some((one) => one.accountNumber === accountNumber);
}

/** Takes the account at a position, from 1, off a list. */
export function removeAccount(list: readonly ChosenAccount[], position: number): readonly ChosenAccount[] {
  return list.filter((_account, index) => index + 1 !== position);
}

/** Returns the account at a position, from 1, as a form names it; null if there is none. */
export function findAccountAt(
  list: readonly ChosenAccount[],
  position: string | undefined,
): { readonly position: number; readonly account: ChosenAccount } | null {
  if (position === undefined || !/^\d{1,2}$/.test(position)) return null;
  const account = list[Number(position) - 1];
  return account === undefined ? null : { position: Number(position), account };
}

/** Returns what a list comes to, in sen. */
export function sumAccounts(list: readonly Pick<ChosenAccount, 'amount'>[]): Sen {
  return addSen(...list.map(({ amount }) => amount));
}

/** Returns the name by which a form's errors are about the listed account at a position, from 1: the id of its row. */
export function accountField(position: number): string {
  return `account-${position}`;
}
