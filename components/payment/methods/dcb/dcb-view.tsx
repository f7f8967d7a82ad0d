'use client';

import { useTranslations } from 'next-intl';
import { dcb } from '@/lib/domain/methods/dcb';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps, MethodView } from '../method-view';
import { ProviderChoice } from '../provider-choice';
import { useCarrierName } from '../provider-names';

/** Pay by mobile: the carrier whose bill is charged. The number and the code are entered on the next page. */
function CarrierFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const carrierName = useCarrierName();
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name={dcb.selection.field}
        legend={t('carrier')}
        providers={page.carriers.map((id) => ({ id, name: carrierName(id) }))}
        page={page}
        form={form}
      />
      <MethodHint text={t('dcbHint')} />
    </div>
  );
}

export const dcbView: MethodView = { sign: 'phone', Fields: CarrierFields };
