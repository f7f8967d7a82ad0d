'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';

/** The methods whose card can be charged again. */
const supportedMethods: readonly (PaymentMethod | null)[] = ['savedCard', 'newCard'];

/**
 * The checkbox that lets the card pay future bills too. Shown only while such a method is chosen; without scripts CSS hides it.
 */
export function AutoDebitOption() {
  const t = useTranslations('payment');
  const isHydrated = useHydrated();
  const isSupported = usePaymentStore(({ paymentRequest }) =>
    supportedMethods.includes(paymentRequest.selectedPaymentMethod),
  );
  const isAutoDebitOption = usePaymentStore((state) => state.paymentRequest.isAutoDebitOption);
  if (isHydrated && !isSupported) return null;
  return (
    <div className="auto-debit-option">
      <CheckboxField name="isAutoDebitOption" value="true" label={t('autoDebit')} defaultChecked={isAutoDebitOption} />
    </div>
  );
}
