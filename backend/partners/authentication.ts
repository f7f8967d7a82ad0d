import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { minuteMs, secondMs } from '../clock';
import type { CallContext } from '../http/call-route';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { findSecret } from './keys';
import { findPartner, type Partner } from './model';
import { verifySignature, readSignature } from './signature';

/** Signed calls of one partner. Each leaves a row, and may cause an enquiry at a gateway. Real time. */
export const partnerCallLimit = { maximum: 6_000, withinMs: 10 * minuteMs } as const;

const partnerKeyFieldSchema = z.object({ partnerKey: z.string() });

/**
 * Authenticates a partner's call: verifies that the named partner signed exactly this call, recently and for the first time. It runs before
 * everything else, even before a stored idempotent response is returned.
 */
export async function authenticatePartner(
  services: Services,
  request: unknown,
  caller: Omit<CallContext, 'partner'>,
): Promise<Result<Partner, Refusal<'unsigned' | 'unknown-partner' | 'rate-limited'>>> {
  const signed = readSignature(caller.headers);
  const named = partnerKeyFieldSchema.safeParse(request);
  if (signed === null || !named.success) return refuse('unsigned');
  const partner = await findPartner(services.db, named.data.partnerKey);
  if (partner === null) return refuse('unknown-partner');
  const secret = await findSecret(services, partner.key, signed.keyId);
  const message = { purpose: `${caller.method} ${caller.target}`, body: caller.rawBody };
  if (secret === null || !verifySignature(secret, message, signed, Date.now())) return refuse('unsigned');
  const retryAfter = await checkCallLimit(services, partner.key);
  if (retryAfter !== null) return failure({ code: 'rate-limited', retryAfter });
  return (await consumeNonce(services, partner.key, signed.nonce)) ? success(partner) : refuse('unsigned');
}

/**
 * Returns the seconds until a partner's next call is allowed, null when it is now. Concurrent calls may exceed the limit slightly. Security,
 * abuse budgets.
 */
async function checkCallLimit({ db }: Services, partnerKey: string): Promise<number | null> {
  const { maximum, withinMs } = partnerCallLimit;
  const now = Date.now();
  const earliest = await db
    .selectFrom('partner_nonces')
    .select('seen_at')
    .where('partner_key', '=', partnerKey)
    .where('seen_at', '>', new Date(now - withinMs))
    .orderBy('seen_at', 'desc')
    .offset(maximum - 1)
    .limit(1)
    .executeTakeFirst();
  return earliest === undefined ? null : Math.ceil((earliest.seen_at.getTime() + withinMs - now) / secondMs);
}

async function consumeNonce({ db }: Services, partnerKey: string, nonce: string): Promise<boolean> {
  const row = await db
    .insertInto('partner_nonces')
    .values({ partner_key: partnerKey, nonce, seen_at: new Date() })
    .onConflict((conflict) => conflict.columns(['partner_key', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the partner that signed a call. Throws for a call that needs no signature: a bug. */
export function authenticatedPartner(caller: CallContext): Partner {
  if (caller.partner === null) throw new Error('an unsigned call has no authenticated partner');
  return caller.partner;
}
