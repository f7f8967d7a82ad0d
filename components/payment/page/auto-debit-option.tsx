'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';

/** The methods whose card can be charged again. */
const supported: readonly (PaymentMethod | null)[] = ['savedCard', 'newCard'];

/**
 * Whether the card that pays is to pay the next bills too. It is there only while such a method is chosen; without scripts the style sheet
 * hides it.
 */
export function AutoDebitOption() {
  const t = useTranslations('payment');
  const isHydrated = useHydrated();
  const isSupported = usePaymentStore(({ paymentRequest }) => supported.includes(paymentRequest.selectedPaymentMethod));
  const isAutoDebitOption = usePaymentStore((state) => state.paymentRequest.isAutoDebitOption);
  if (isHydrated && !isSupported) return null;
  return (
    <div className="auto-debit-option">
      <CheckboxField name="isAutoDebitOption" value="true" label={t('autoDebit')} defaultChecked={isAutoDebitOption} />
    </div>
  );
}
