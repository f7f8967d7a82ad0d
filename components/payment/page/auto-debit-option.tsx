'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';

interface AutoDebitOptionProps {
  /** A method with auto debit: the option follows it. */
  readonly method: PaymentMethod;
  /** Until it is known which method is chosen, the option follows the last one that has auto debit. */
  readonly isLast: boolean;
}

/**
 * The checkbox for paying the next bills with the same card. It is shown only while a method with auto debit is chosen, below that method; without
 * scripts it has one place, and CSS hides it.
 */
export function AutoDebitOption({ method, isLast }: AutoDebitOptionProps) {
  const t = useTranslations('payment');
  const isShown = usePaymentStore(({ hasReadForm, paymentRequest }) =>
    hasReadForm ? paymentRequest.selectedPaymentMethod === method : isLast,
  );
  const isAutoDebitOption = usePaymentStore((state) => state.paymentRequest.isAutoDebitOption);
  if (!isShown) return null;
  return (
    <div className="auto-debit-option">
      <CheckboxField
        name="isAutoDebitOption"
        value="true"
        label={t('autoDebit')}
        hint={t('autoDebitHint')}
        defaultChecked={isAutoDebitOption}
      />
    </div>
  );
}
