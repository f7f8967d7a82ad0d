'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { methodTable } from '@/lib/domain/methods/method-table';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';

/**
 * The checkbox for paying the next bills with the same card. It is shown only while a method with auto debit is chosen; without scripts CSS
 * hides it.
 */
export function AutoDebitOption() {
  const t = useTranslations('payment');
  const hasReadForm = usePaymentStore((state) => state.hasReadForm);
  const isSupported = usePaymentStore(({ paymentRequest: { selectedPaymentMethod: method } }) => {
    return method !== null && methodTable[method].autoDebit;
  });
  const isAutoDebitOption = usePaymentStore((state) => state.paymentRequest.isAutoDebitOption);
  if (hasReadForm && !isSupported) return null;
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
