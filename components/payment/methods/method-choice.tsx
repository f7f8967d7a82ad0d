'use client';

import { useTranslations } from 'next-intl';
import { Fragment, useEffect, useRef } from 'react';
import type { FormState } from '@/components/forms/form-state';
import { RadioGroupField } from '@/components/forms/fields/radio-field';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { methodTable } from '@/lib/domain/methods/method-table';
import { AutoDebitOption } from '../page/auto-debit-option';
import { listMethods } from '../page/choices';
import { MethodOption } from './method-option';
import type { PaymentView } from '../page/payment-view';

interface MethodChoiceProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly rendered: PaymentRequest;
}

/**
 * The methods: the main ones, then the others under a heading; auto debit below the last card method. Moving through them with the arrow keys
 * hides and shows fields, and keeps their values.
 */
export function MethodChoice({ page, form, rendered }: MethodChoiceProps) {
  const t = useTranslations('payment');
  const hasSavedCards = usePaymentStore((state) => state.favouriteCardList.length > 0);
  const methods = listMethods(page, hasSavedCards);
  const group = useRef<HTMLFieldSetElement>(null);
  const hasRemovedLastCard = page.savedCards.length > 0 && !hasSavedCards;

  // What had the focus is gone with the card's method.
  useEffect(() => {
    if (!hasRemovedLastCard) return;
    group.current?.focus({ preventScroll: true });
    // The group is higher than a phone's window: what is said is at its start.
    group.current?.scrollIntoView();
  }, [hasRemovedLastCard]);

  const autoDebitMethods =
    page.autoDebitOption === 'not-offered' ? [] : methods.filter((method) => methodTable[method].autoDebit);
  const option = (method: PaymentMethod) => (
    <Fragment key={method}>
      <MethodOption
        method={method}
        page={page}
        form={form}
        defaultChecked={method === rendered.selectedPaymentMethod}
      />
      {autoDebitMethods.includes(method) ? (
        <AutoDebitOption method={method} isLast={method === autoDebitMethods.at(-1)} />
      ) : null}
    </Fragment>
  );
  const main = methods.filter((method) => !page.moreMethods.includes(method));
  const more = methods.filter((method) => page.moreMethods.includes(method));
  return (
    <RadioGroupField
      ref={group}
      name="selectedPaymentMethod"
      legend={t('methodLegend')}
      hint={hasRemovedLastCard ? t('removedLastCard') : undefined}
      prominent
    >
      {main.map(option)}
      {main.length > 0 && more.length > 0 ? (
        <h3 className="text-ink-soft mt-3 font-semibold">{t('moreMethods')}</h3>
      ) : null}
      {more.map(option)}
    </RadioGroupField>
  );
}
