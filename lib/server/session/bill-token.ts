import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import type { z } from 'zod';
import { billSchema } from '@/lib/contract/bill';
import { toBill } from '@/lib/contract/mapping';
import type { Bill } from '@/lib/domain/bill/bill';
import { shownBillMinutes } from '@/lib/domain/bill/shown-bill';
import { serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** The lifetime of a shown bill, in milliseconds. */
const lifetime = shownBillMinutes * 60_000;
/** How long after the expiry of a bill its account number can be filled in again, in milliseconds. */
const readableAfterExpiry = 24 * 3_600_000;
const cookieName = 'ebill-bill';

const billTokenType = { purpose: 'shown-bill', schema: billSchema, lifetime } satisfies TokenType<typeof billSchema>;
/** The visit has not been shown the account number. Security, row 62. */
const sharedBillTokenType = {
  purpose: 'shown-shared-bill',
  schema: billSchema,
  lifetime,
} satisfies TokenType<typeof billSchema>;

/** A bill, and the token that identifies it in its form. */
export interface TokenBill {
  readonly bill: Bill;
  readonly billToken: string;
}

/** Seals a bill as the backend returned it: for the cookie, and for the form of its page. */
export function sealBill(response: z.output<typeof billSchema>): Promise<string> {
  return seal(billTokenType, response);
}

/** Seals a bill that is shown without its account number, for the form of its page. */
export function sealSharedBill(response: z.output<typeof billSchema>): Promise<string> {
  return seal(sharedBillTokenType, response);
}

/** Unseals the token of a bill's form, which, and not the cookie, determines what is paid. Null if it is invalid or expired. */
export async function unsealBill(billToken: string | undefined): Promise<Bill | null> {
  const response = await unseal(billTokenType, billToken);
  return response === null ? null : toBill(response);
}

/**
 * Returns the account number of a form's bill that is valid or has expired within the last day, to fill it in again. Null for any other token, and for
 * a bill that was shown without its account number.
 */
export async function readExpiredAccountNumber(billToken: string | undefined): Promise<string | null> {
  const response = await unseal(billTokenType, billToken, Date.now() - readableAfterExpiry);
  return response?.accountNumber ?? null;
}

/** Unseals the token of the form of a shared bill. Null if it is invalid or expired, or of a bill that was shown with its account number. */
export async function unsealSharedBill(billToken: string | undefined): Promise<Bill | null> {
  const response = await unseal(sharedBillTokenType, billToken);
  return response === null ? null : toBill(response);
}

/** Returns the bill that this visit looked up last, null when there is none or it was 15 minutes ago. Read once per request. */
export const loadBillFromCookie = cache(async (): Promise<TokenBill | null> => {
  const billToken = (await cookies()).get(cookieName)?.value;
  const bill = await unsealBill(billToken);
  return bill === null || billToken === undefined ? null : { bill, billToken };
});

/** Makes the cookie with the bill of a look-up, for the bill page. */
export function makeBillCookie(billToken: string): SetCookie {
  return serializeCookie({
    name: cookieName,
    value: billToken,
    path: '/pay',
    maxAge: lifetime / 1000,
    isFramed: false,
  });
}
