import 'server-only';
import { accountNumberSchema } from '@/lib/contract/primitives';
import { sharedBillPath } from '@/lib/routes';
import { readEnvironment } from '../environment';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: a week, in which somebody who is asked to pay a bill has time to do so. */
export const sharedBillLifetime = 7 * 24 * 60 * 60_000;

const sharedBillToken = {
  purpose: 'shared-bill-link',
  schema: accountNumberSchema,
  lifetime: sharedBillLifetime,
} satisfies TokenType<typeof accountNumberSchema>;

/** A link that shows the bill of an account to somebody who is asked to pay it. */
export interface SharedBillLink {
  /** Absolute. */
  readonly url: string;
  /** The end of the link, ISO 8601. */
  readonly validUntil: string;
}

/**
 * Makes a link to the bill of an account: its token is the account number, sealed, so that the link names nobody and opens nothing else, and
 * ends with `sharedBillLifetime`. `now` in milliseconds. Security, row 62.
 */
export async function makeSharedBillLink(accountNumber: string, now: number = Date.now()): Promise<SharedBillLink> {
  const token = await seal(sharedBillToken, accountNumber, now);
  return {
    url: new URL(sharedBillPath(token), readEnvironment().publicOrigin).href,
    validUntil: new Date(now + sharedBillLifetime).toISOString(),
  };
}

/** Returns the account whose bill a link shows; null for a token that is not ours, or whose time is over. */
export async function readSharedBillToken(token: string | undefined, now: number = Date.now()): Promise<string | null> {
  return unseal(sharedBillToken, token, now);
}
