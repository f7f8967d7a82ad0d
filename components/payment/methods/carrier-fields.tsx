import { useTranslations } from 'next-intl';
import { carrierWordOf } from '@/lib/domain/carriers';
import { MethodHint } from './method-hint';
import type { MethodFieldsProps } from './method-fields';
import { ProviderChoice } from './provider-choice';

/** Pay by mobile: the carrier whose bill is charged. The number and its code are asked for on the next page. */
export function CarrierFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const names = useTranslations('carriers');
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name="selectedDCB"
        legend={t('carrier')}
        providers={page.carriers.map((id) => {
          const word = carrierWordOf(id);
          return { id, name: word === null ? id : names(word) };
        })}
        page={page}
        form={form}
      />
      <MethodHint text={t('dcbHint')} />
    </div>
  );
}
