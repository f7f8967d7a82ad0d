'use client';

import { useTranslations } from 'next-intl';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { BankSelect } from './bank-select';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps } from '../method-views';

/** FPX from a personal account. */
export function PersonalBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const lastBank = useUserStore((state) => state.lastPersonalBank);
  return (
    <div className="grid gap-3">
      <BankSelect
        name="fpxBankID"
        label={t('fpxBank')}
        banks={page.personalBanks}
        lastBank={lastBank}
        page={page}
        form={form}
      />
      <MethodHint text={t('fpxHint')} />
    </div>
  );
}

/** FPX from a company's account: RM2 at least, and often two people who must approve. */
export function CorporateBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const lastBank = useUserStore((state) => state.lastCorporateBank);
  return (
    <div className="grid gap-3">
      <BankSelect
        name="fpxBankCorporateID"
        label={t('fpxCorporateBank')}
        banks={page.corporateBanks}
        lastBank={lastBank}
        page={page}
        form={form}
      />
      <MethodHint text={t('fpxCorporateHint')} />
    </div>
  );
}
