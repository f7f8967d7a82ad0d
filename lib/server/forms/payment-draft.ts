import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { refidSchema } from '@/lib/contract/primitives';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import type { Refid } from '@/lib/domain/payment/references';
import { serializeCookie, type SetCookie } from '../session/cookie';
import { seal, unseal, type TokenType } from '../session/sealed-token';

/** Milliseconds: as long as a payment page lasts. */
const lifetime = 15 * 60_000;
const cookie = { name: 'ebill-draft', path: '/epayment' } as const;

const draftSchema = z.object({ refid: refidSchema, values: z.record(z.string(), z.string()) });
const draft = { purpose: 'payment-draft', schema: draftSchema, lifetime } satisfies TokenType<typeof draftSchema>;

type Values = z.output<typeof draftSchema>['values'];

/** Makes the cookie with what was typed into the payment form, while the payer is on another page. `values`: by field, never card data. */
export async function makeDraftCookie(refid: Refid, values: Values, isFramed: boolean): Promise<SetCookie> {
  // No field of the form holds more than an e-mail address does, and a browser keeps no cookie that is too long.
  const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => value.length <= emailMaxLength));
  const value = await seal(draft, { refid, values: kept });
  return serializeCookie({ ...cookie, value, maxAge: lifetime / 1000, isFramed });
}

/** Clears the draft after the payment form was submitted. */
export function clearDraftCookie(isFramed: boolean): SetCookie {
  return serializeCookie({ ...cookie, value: '', maxAge: 0, isFramed });
}

/** Returns what was typed into this payment's form before the payer went to another page, null when there is no draft. */
export async function readDraft(refid: string): Promise<Values | null> {
  const kept = await unseal(draft, (await cookies()).get(cookie.name)?.value);
  return kept?.refid === refid ? kept.values : null;
}
