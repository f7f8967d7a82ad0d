import type { ReactNode } from 'react';
import { AutoDebitOffer } from '@/components/auto-debit/auto-debit-offer';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { readPaymentReference } from '@/lib/domain/payment/references';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { ClientMessages } from '@/lib/i18n/client-messages';
import { isAutoDebitSnoozed } from '@/lib/server/session/auto-debit-snooze';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAutoDebitOffer } from '@/lib/server/backend/loaders';

/** Makes the offer of auto debit for a result; null where there is none, or the payer has put it off on this device. */
export async function makeAutoDebitOffer(result: PaymentResult, route: ResultRoute): Promise<ReactNode> {
  if (result.outcome !== 'successful' || result.autoDebitOffer === null) return null;
  const refid = readPaymentReference({ refid: result.refid })?.refid;
  const loaded = refid === undefined ? null : await loadAutoDebitOffer(refid, result.autoDebitOffer);
  if (!loaded?.ok || loaded.value.state !== 'offered' || loaded.value.flow === null) return null;
  // Who has asked for it with the payment has not been asked by this offer.
  if (!loaded.value.isRequested && (await isAutoDebitSnoozed())) return null;
  return (
    <ClientMessages paths={['errors.enablePopups']}>
      <AutoDebitOffer
        offer={loaded.value}
        returnTo={route}
        idempotencyKeys={{ enable: makeIdempotencyKey(), later: makeIdempotencyKey() }}
      />
    </ClientMessages>
  );
}
