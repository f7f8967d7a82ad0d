import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { Money } from '@/components/ui/money';
import { RadioCard } from '@/components/ui/radio-card';
import { RadioGroup } from '@/components/ui/radio-group';
import type { Bill } from '@/lib/domain/bill';
import { amountMaxLength } from '@/lib/domain/forms/bill-form';
import { formatLimitFigure, formatRinggit } from '@/lib/domain/money';
import { defaultPayOption, payOptionsOfBill } from '@/lib/domain/pay-choice';
import { payFieldOrder } from './pay-field-order';

/** The balances that can be paid, each with its amount, and another amount. */
export function PayChoice({ bill, form }: { readonly bill: Bill; readonly form: FormState }) {
  const t = useTranslations('bill');
  const { error, autoFocus, defaultValue: chosen = defaultPayOption(bill) } = fieldOf(form, 'payOption', payFieldOrder);
  return (
    <RadioGroup name="payOption" legend={t('payTitle')} error={error} autoFocus={autoFocus} prominent>
      {payOptionsOfBill(bill).map((option) => (
        <RadioCard
          key={option}
          name="payOption"
          value={option}
          label={t(`payOption.${option}`)}
          defaultChecked={option === chosen}
          isInvalid={error !== undefined}
          aside={
            option === 'other' ? undefined : (
              <Money amount={formatRinggit(option === 'current' ? bill.currentBalance : bill.overdueBalance)} />
            )
          }
        >
          {option === 'other' ? (
            <Field
              {...fieldOf(form, 'amount', payFieldOrder)}
              label={t('amount')}
              hint={t('amountHint', { max: formatLimitFigure(bill.maximumAmount) })}
              kind="decimal"
              prefix="RM"
              autoComplete="off"
              maxLength={amountMaxLength}
            />
          ) : null}
        </RadioCard>
      ))}
    </RadioGroup>
  );
}
