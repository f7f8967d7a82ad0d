'use client';

import { useTranslations } from 'next-intl';
import { CardFields } from '@/components/payment/card/card-fields';
import { EncryptionNote } from '@/components/payment/card/encryption-note';
import { RadioField, RadioGroupField } from '@/components/forms/fields/radio-field';
import { epp, instalmentBrands, instalmentCardNames } from '@/lib/domain/methods/epp';
import { listInstalmentTerms } from '@/lib/domain/payment/instalments';
import { formatRinggit } from '@/lib/domain/money';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import type { MethodFieldsProps, MethodView } from '../method-view';
import { ProviderChoice } from '../provider-choice';

/**
 * An instalment plan: the card's bank, the number of months with the monthly amount, and the card. Terms that the chosen bank does not
 * offer are disabled. Amex has none.
 */
function InstalmentFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const chosenBank = usePaymentStore((state) => state.paymentRequest.cardDetailsEPP.bank);
  const plans = page.instalmentPlans;
  const chosenPlan = plans.find(({ bank }) => bank === chosenBank);
  return (
    <div className="grid gap-5">
      <ProviderChoice
        name={epp.selection.field}
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
      <RadioGroupField name="monthTerm" legend={t('monthTerm')}>
        {listInstalmentTerms(plans, page.total).map(({ months, monthly, banks }) => {
          const figures = { months, amount: formatRinggit(monthly) };
          return (
            <RadioField
              key={months}
              name="monthTerm"
              value={String(months)}
              label={
                banks.length === plans.length
                  ? t('monthTermChoice', figures)
                  : t('monthTermOf', { ...figures, banks: banks.join(', ') })
              }
              disabled={chosenPlan !== undefined && !chosenPlan.months.includes(months)}
              defaultChecked={Number(form.values['monthTerm'] ?? page.monthTerm) === months}
            />
          );
        })}
      </RadioGroupField>
      <CardFields
        names={instalmentCardNames}
        brands={instalmentBrands}
        brandsLabel={t('cardsAcceptedInstalments')}
        wasSubmitted={form.values['selectedPaymentMethod'] === epp.id}
      />
      <EncryptionNote />
    </div>
  );
}

export const eppView: MethodView = { sign: 'card', Fields: InstalmentFields };
