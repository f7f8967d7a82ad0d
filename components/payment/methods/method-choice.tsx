'use client';

import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { RadioGroupField } from '@/components/forms/fields/radio-field';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { listMethods } from '../page/choices';
import { MethodOption } from './method-option';
import type { PaymentView } from '../page/payment-view';

interface MethodChoiceProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly rendered: PaymentRequest;
}

/** The list of methods. Moving through them with the arrow keys hides and shows fields, and keeps their values. */
export function MethodChoice({ page, form, rendered }: MethodChoiceProps) {
  const t = useTranslations('payment');
  const hasSavedCards = usePaymentStore((state) => state.favouriteCardList.length > 0);
  return (
    <RadioGroupField name="selectedPaymentMethod" legend={t('methodLegend')} prominent>
      {listMethods(page, hasSavedCards).map((method) => (
        <MethodOption
          key={method}
          method={method}
          page={page}
          form={form}
          defaultChecked={method === rendered.selectedPaymentMethod}
        />
      ))}
    </RadioGroupField>
  );
}
