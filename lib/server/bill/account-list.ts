import 'server-only';
import { findAccountAt, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { failure, success, type Result } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { makeFlashCookie } from '../forms/flash';
import { pickRetainedValues, type FormContext, type FormRefusal } from '../forms/form-pipeline';
import type { FormFields } from '../forms/form-request';
import type { SetCookie } from '../session/cookie';
import { endAccountsCookie, unsealAccounts, type AccountList } from '../session/accounts-token';

/** The list that a form shows is expired: the payer starts again. */
export const accountsExpired: FormRefusal = {
  issues: [{ field: null, key: 'errors.accountsExpired' }],
  startAgain: { form: 'look-up', page: routes.home, cookies: [endAccountsCookie()] },
};

/** The backend pays no accounts together, or does not any more. */
export const accountsNotOffered: FormRefusal = { issues: [{ field: null, key: 'errors.accountsNotOffered' }] };

/** Makes the cookie by which the list's page says what was just done to an account. */
export function makeAccountNoticeCookie(
  done: 'added' | 'changed' | 'removed',
  accountNumber: string,
  { isFramed }: Pick<FormContext, 'isFramed'>,
): Promise<SetCookie> {
  return makeFlashCookie('accounts', { values: { [done]: accountNumber }, fieldErrors: {}, formError: null }, isFramed);
}

/** Reads the list that a form carries, with the contact that is typed beside it. */
export async function readAccountList(fields: FormFields): Promise<Result<AccountList, FormRefusal>> {
  const list = await unsealAccounts(fields['accountsToken']);
  if (list === null) return failure(accountsExpired);
  return success({ ...list, ...pickRetainedValues(retainedFields.accounts, fields) });
}

/** The listed account whose button was pressed. */
export interface ListedAccount {
  readonly list: AccountList;
  /** From 1. */
  readonly position: number;
  readonly account: ChosenAccount;
}

/** Reads the list that a form carries, and the account of its pressed button. */
export async function readListedAccount(fields: FormFields): Promise<Result<ListedAccount, FormRefusal>> {
  const list = await readAccountList(fields);
  if (!list.ok) return list;
  const found = findAccountAt(list.value.accounts, fields['position']);
  return found === null ? failure(accountsExpired) : success({ list: list.value, ...found });
}
