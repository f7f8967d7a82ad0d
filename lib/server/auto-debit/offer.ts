import 'server-only';
import { z } from 'zod';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { parseRefid } from '@/lib/domain/payment/references';
import { loadAutoDebitOffer } from '../backend/loaders';
import { isAutoDebitSnoozed } from '../session/auto-debit-snooze';
import { seal, unseal, type TokenType } from '../session/sealed-token';

/** Milliseconds: as long as a visit's payments are known. */
const lifetime = 2 * 60 * 60_000;
const shownOffer = { purpose: 'auto-debit-offer', schema: z.string(), lifetime } satisfies TokenType<z.ZodType>;

/**
 * Seals that a page showed the offer of a payment, so that its forms, which send a text or an e-mail, cannot be submitted with only a
 * reference.
 */
export function sealOffer(refid: string): Promise<string> {
  return seal(shownOffer, refid);
}

/** Returns whether a form comes from a page that showed the offer of this payment. */
export async function wasOfferShown(refid: string, offerToken: string | undefined): Promise<boolean> {
  return (await unseal(shownOffer, offerToken)) === refid;
}

/** Loads the auto-debit offer of a result; null if there is none, or the payer has snoozed it on this device. */
export async function loadResultOffer(result: PaymentResult): Promise<AutoDebit | null> {
  if (result.outcome !== 'successful' || result.autoDebitOffer === null) return null;
  const refid = parseRefid(result.refid);
  const loaded = refid === undefined ? null : await loadAutoDebitOffer(refid, result.autoDebitOffer);
  if (!loaded?.ok || loaded.value.state !== 'offered' || loaded.value.flow === null) return null;
  if (loaded.value.step === 'tries-exhausted') return null;
  // A payer who requested auto debit on the payment page did not snooze this request.
  if (!loaded.value.isRequested && (await isAutoDebitSnoozed())) return null;
  return loaded.value;
}
