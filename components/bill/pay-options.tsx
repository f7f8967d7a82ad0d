'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { RadioField, RadioGroupField } from '@/components/forms/fields/radio-field';
import { TextField } from '@/components/forms/fields/text-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { textOf, useFormValues, type FormValues } from '@/components/forms/use-form-values';
import { Money } from '@/components/ui/money';
import { getLargestAmount, minimumAmount } from '@/lib/domain/bill/amount-limits';
import { formatLimitFigure, formatRinggit } from '@/lib/domain/money';
import { isPayOption, getPayOptions } from '@/lib/domain/bill/pay-choice';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import type { PayFormBill } from './pay-form-bill';

interface PayOptionsProps {
  readonly bill: PayFormBill;
  /** What `amount` is filled with, in ringgit. */
  readonly amount: string;
}

/** The balances to choose from and another amount. The choice is copied to the store, for the pay bar. */
export function PayOptions({ bill, amount }: PayOptionsProps) {
  const t = useTranslations('bill');
  const choosePayment = useBillStore((state) => state.choosePayment);
  const chosen = useBillStore((state) => state.payOption);
  const { clearErrors, getFieldState } = useFormMethods();
  const largest = getLargestAmount(bill);
  const copyChoice = useCallback(
    (values: FormValues) => {
      const payOption = textOf(values, 'payOption');
      choosePayment({ payOption: isPayOption(payOption) ? payOption : null, amount: textOf(values, 'amount') });
      // The error of an amount that is no longer paid.
      if (payOption !== 'other' && getFieldState('amount').invalid) clearErrors('amount');
    },
    [choosePayment, clearErrors, getFieldState],
  );
  useFormValues(copyChoice);

  return (
    <RadioGroupField name="payOption" legend={t(bill.currentBalance > 0 ? 'payTitle' : 'payAheadTitle')} prominent>
      {getPayOptions(bill).map((option) => (
        <RadioField
          key={option}
          name="payOption"
          value={option}
          label={
            option === 'overdue' && bill.overdueBalance === bill.currentBalance
              ? t('wholeBalanceOverdue')
              : t(`payOption.${option}`)
          }
          note={
            option === 'current' && bill.currentBalance > bill.maximumAmount
              ? t('aboveMaximum', { max: formatLimitFigure(bill.maximumAmount) })
              : undefined
          }
          defaultChecked={option === chosen}
          aside={
            option === 'other' ? undefined : (
              <Money amount={formatRinggit(option === 'current' ? bill.currentBalance : bill.overdueBalance)} />
            )
          }
        >
          {option === 'other' ? (
            <TextField
              name="amount"
              label={t('amount')}
              defaultValue={amount}
              hint={largest < minimumAmount ? undefined : t('amountHint', { max: formatLimitFigure(largest) })}
              kind="decimal"
              format="amount"
              prefix="RM"
              autoComplete="off"
            />
          ) : null}
        </RadioField>
      ))}
    </RadioGroupField>
  );
}
