import 'server-only';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { parseRefid } from '@/lib/domain/payment/references';
import { loadAutoDebitOffer } from '../backend/loaders';
import { isAutoDebitSnoozed } from '../session/auto-debit-snooze';

/** Loads the auto-debit offer of a result; null where there is none, or the payer has snoozed it on this device. */
export async function loadResultOffer(result: PaymentResult): Promise<AutoDebit | null> {
  if (result.outcome !== 'successful' || result.autoDebitOffer === null) return null;
  const refid = parseRefid(result.refid);
  const loaded = refid === undefined ? null : await loadAutoDebitOffer(refid, result.autoDebitOffer);
  if (!loaded?.ok || loaded.value.state !== 'offered' || loaded.value.flow === null) return null;
  // A payer who requested auto debit on the payment page did not snooze this request.
  if (!loaded.value.isRequested && (await isAutoDebitSnoozed())) return null;
  return loaded.value;
}
