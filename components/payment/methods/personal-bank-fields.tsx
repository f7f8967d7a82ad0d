import { useTranslations } from 'next-intl';
import { BankSelect } from './bank-select';
import { MethodHint } from './method-hint';
import type { MethodFieldsProps } from './method-fields';

/** FPX from a personal account. */
export function PersonalBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  return (
    <div className="grid gap-3">
      <BankSelect name="fpxBankID" label={t('fpxBank')} banks={page.personalBanks} page={page} form={form} />
      <MethodHint text={t('fpxHint')} />
    </div>
  );
}
