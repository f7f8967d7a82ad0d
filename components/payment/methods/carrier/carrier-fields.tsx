'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps } from '../method-views';
import { ProviderChoice } from '../provider-choice';
import { useCarrierName } from '../provider-names';

/** Pay by mobile: the carrier whose bill is charged. The number and its code are asked for on the next page. */
export function CarrierFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const carrierName = useCarrierName();
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name="selectedDCB"
        legend={t('carrier')}
        providers={page.carriers.map((id) => ({ id, name: carrierName(id) }))}
        page={page}
        form={form}
      />
      <MethodHint text={t('dcbHint')} />
    </div>
  );
}
