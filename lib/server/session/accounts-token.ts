import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { z } from 'zod';
import { accountNumberSchema, positiveSenSchema } from '@/lib/contract/primitives';
import { payOptions } from '@/lib/domain/bill/pay-choice';
import { maximumAccounts, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { shownBillMinutes } from '@/lib/domain/bill/shown-bill';
import { sen } from '@/lib/domain/money';
import { serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds since the list was changed last: as long as a bill is shown. */
const lifetime = shownBillMinutes * 60_000;
const cookieName = 'ebill-accounts';
/** With ten names of this length in any script, and the longest address, the cookie stays below 4 kB. */
const maxNameLength = 24;

const listSchema = z.object({
  accounts: z
    .array(
      z.object({
        accountNumber: accountNumberSchema,
        accountName: z.string(),
        payOption: z.enum(payOptions),
        amount: positiveSenSchema,
        payAgain: z.boolean(),
      }),
    )
    .min(1)
    .max(maximumAccounts),
  /** The contact that was typed on a bill's page, for the receipt. */
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
});

const listTokenType = {
  purpose: 'chosen-accounts',
  schema: listSchema,
  lifetime,
} satisfies TokenType<typeof listSchema>;

/** The accounts that a visit has put together for one payment. Never empty. */
export interface AccountList {
  readonly accounts: readonly ChosenAccount[];
  readonly email: string | null;
  /** As `601…`. */
  readonly phoneNumber: string | null;
}

/** A list, and the token that stands for it in the forms of its page. */
export interface TokenAccountList extends AccountList {
  readonly accountsToken: string;
}

/**
 * Seals a list: what its amounts are was checked against the bills when each account was put on it, and is checked again by the backend when the
 * payment is created. Security, row 67.
 */
export function sealAccounts({ accounts, email, phoneNumber }: AccountList): Promise<string> {
  return seal(listTokenType, {
    accounts: accounts.map((account) => ({ ...account, accountName: account.accountName.slice(0, maxNameLength) })),
    email,
    phoneNumber,
  });
}

/** Unseals the token of a form, which, and not the cookie, says what is paid. Null if it is invalid or expired. */
export async function unsealAccounts(accountsToken: string | undefined): Promise<AccountList | null> {
  const list = await unseal(listTokenType, accountsToken);
  if (list === null) return null;
  return { ...list, accounts: list.accounts.map((account) => ({ ...account, amount: sen(account.amount) })) };
}

/** Returns the list of this visit, null when there is none or it was changed 15 minutes ago. Read once per request. */
export const loadAccountsFromCookie = cache(async (): Promise<TokenAccountList | null> => {
  const accountsToken = (await cookies()).get(cookieName)?.value;
  const list = await unsealAccounts(accountsToken);
  return list === null || accountsToken === undefined ? null : { ...list, accountsToken };
});

/** Makes the cookie with a list, for the pages that show it. */
export async function makeAccountsCookie(list: AccountList): Promise<SetCookie> {
  return serializeCookie({
    ...{ name: cookieName, value: await sealAccounts(list), path: '/pay' },
    ...{ maxAge: lifetime / 1000, isFramed: false },
  });
}

/** Makes the cookie that ends a list: it is paid, empty, or the payer starts with another bill. */
export function endAccountsCookie(): SetCookie {
  return serializeCookie({ name: cookieName, value: '', path: '/pay', maxAge: 0, isFramed: false });
}
