'use client';

import { useTranslations } from 'next-intl';
import { fpx } from '@/lib/domain/methods/fpx';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { BankSelect } from './bank-select';
import { FpxTerms } from './fpx-terms';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps, MethodView } from '../method-view';

/** FPX from a personal account. */
function PersonalBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const lastBank = useUserStore((state) => state.lastPersonalBank);
  return (
    <div className="grid grid-cols-1 gap-3">
      <BankSelect
        name={fpx.selection.field}
        label={t('fpxBank')}
        banks={page.personalBanks}
        mainBanks={page.mainBanks.personal}
        lastBank={lastBank}
        page={page}
        warning={page.warnings.fpx}
        form={form}
      />
      <MethodHint text={t('fpxHint')} />
      <FpxTerms page={page} />
    </div>
  );
}

export const fpxView: MethodView = { sign: ['fpx'], Fields: PersonalBankFields };
