import { useTranslations } from 'next-intl';
import { paymentFieldOrder } from '@/components/payment/field-order';
import { fieldOf } from '@/components/ui/form-state';
import { RadioCard } from '@/components/ui/radio-card';
import { RadioGroup } from '@/components/ui/radio-group';
import { formatRinggit } from '@/lib/domain/money';
import { listInstalmentTerms } from '@/lib/domain/instalments';
import { CardInputs } from './card-inputs';
import type { MethodFieldsProps } from './method-fields';
import { ProviderChoice } from './provider-choice';
import { SecureNote } from './secure-note';

const names = { number: 'eppCardNumber', expiry: 'eppCardExpiry', cvv: 'eppCardCvv', name: 'eppCardName' } as const;
const brands = ['visa', 'mastercard'] as const;

/** An instalment plan: the card's bank, the months with what one of them costs, and the card. Amex has none. */
export function InstalmentFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const term = fieldOf(form, 'monthTerm', paymentFieldOrder);
  const plans = page.instalmentPlans;
  return (
    <div className="grid gap-5" data-card-fields="">
      <ProviderChoice
        name="eppBank"
        legend={t('eppBank')}
        providers={plans.map((plan) => ({
          id: plan.bank,
          name: plan.bankName,
          note: t('eppMinimum', { amount: formatRinggit(plan.minimum) }),
          isRefused: page.total < plan.minimum,
        }))}
        page={page}
        form={form}
      />
      <RadioGroup name="monthTerm" legend={t('monthTerm')} error={term.error} autoFocus={term.autoFocus}>
        {listInstalmentTerms(plans, page.total).map(({ months, monthly, banks }) => {
          const figures = { months, amount: formatRinggit(monthly) };
          return (
            <RadioCard
              key={months}
              name="monthTerm"
              value={String(months)}
              label={
                banks.length === plans.length
                  ? t('monthTermChoice', figures)
                  : t('monthTermOf', { ...figures, banks: banks.join(', ') })
              }
              defaultChecked={term.defaultValue === String(months)}
            />
          );
        })}
      </RadioGroup>
      <CardInputs
        names={names}
        brands={brands}
        brandsLabel={t('cardsAcceptedInstalments')}
        form={form}
        wasSent={form.values['selectedPaymentMethod'] === 'epp'}
      />
      <SecureNote />
    </div>
  );
}
