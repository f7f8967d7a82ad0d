import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { z } from 'zod';
import { accountNumberSchema, positiveSenSchema, refidSchema } from '@/lib/contract/primitives';
import { payOptions } from '@/lib/domain/bill/pay-choice';
import { maximumAccounts, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { shownBillMinutes } from '@/lib/domain/bill/shown-bill';
import { phoneNumberMaxLength } from '@/lib/domain/contact/phone';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import { sen } from '@/lib/domain/money';
import type { Refid } from '@/lib/domain/payment/references';
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
  /** The payment that was created from it last. */
  refid: refidSchema.nullable(),
  /** How many accounts the backend takes in one payment, ten at most. */
  limit: z.number().int().min(2).max(maximumAccounts),
  /** The contact for the receipt, as it is typed. */
  email: z.string(),
  phoneNumber: z.string(),
});

const listTokenType = {
  purpose: 'chosen-accounts',
  schema: listSchema,
  lifetime,
} satisfies TokenType<typeof listSchema>;

/** The accounts that a visit has put together for one payment. Never empty. */
export interface AccountList {
  readonly accounts: readonly ChosenAccount[];
  /** The payment that was created from it last; null while there is none. */
  readonly refid: Refid | null;
  /** How many accounts it can have at most. */
  readonly limit: number;
  /** As it is typed, like the phone number; checked when the list is paid. */
  readonly email: string;
  readonly phoneNumber: string;
}

/** A list, and the token that stands for it in the forms of its page. */
export interface TokenAccountList extends AccountList {
  readonly accountsToken: string;
}

/**
 * Seals a list: what its amounts are was checked against the bills when each account was put on it, and is checked again by the backend when the
 * payment is created. Security, row 67.
 */
export function sealAccounts({ accounts, refid, limit, email, phoneNumber }: AccountList): Promise<string> {
  return seal(listTokenType, {
    refid,
    accounts: accounts.map((account) => ({ ...account, accountName: account.accountName.slice(0, maxNameLength) })),
    limit,
    email: email.slice(0, emailMaxLength),
    phoneNumber: phoneNumber.slice(0, phoneNumberMaxLength),
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

/** Makes the cookie that removes the list: its last account was removed, it has expired, or the payer looks up a bill outside the list. */
export function endAccountsCookie(): SetCookie {
  return serializeCookie({ name: cookieName, value: '', path: '/pay', maxAge: 0, isFramed: false });
}
