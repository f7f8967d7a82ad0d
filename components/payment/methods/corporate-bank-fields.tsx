import { useTranslations } from 'next-intl';
import { BankSelect } from './bank-select';
import { MethodHint } from './method-hint';
import type { MethodFieldsProps } from './method-fields';

/** FPX from a company's account: RM2 at least, and often two people who must approve. */
export function CorporateBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  return (
    <div className="grid gap-3">
      <BankSelect
        name="fpxBankCorporateID"
        label={t('fpxCorporateBank')}
        banks={page.corporateBanks}
        page={page}
        form={form}
      />
      <MethodHint text={t('fpxCorporateHint')} />
    </div>
  );
}
