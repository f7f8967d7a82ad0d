'use client';

import { useTranslations } from 'next-intl';
import { fpxCorporate } from '@/lib/domain/methods/fpx-corporate';
import { limitsOfMethod } from '@/lib/domain/methods/method-table';
import { formatLimitFigure } from '@/lib/domain/money';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { BankSelect } from '../fpx/bank-select';
import { FpxTerms } from '../fpx/fpx-terms';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps, MethodView } from '../method-view';

/** FPX from a company's account: often with two approvers. */
function CorporateBankFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const { minimum } = limitsOfMethod('fpxCorporate', page.methodLimits);
  const lastBank = useUserStore((state) => state.lastCorporateBank);
  return (
    <div className="grid gap-3">
      <MethodHint text={t('fpxCorporateHint', { minimum: formatLimitFigure(minimum) })} />
      <BankSelect
        name={fpxCorporate.selection.field}
        label={t('fpxCorporateBank')}
        banks={page.corporateBanks}
        mainBanks={page.mainBanks.corporate}
        lastBank={lastBank}
        page={page}
        warning={page.warnings.fpxCorporate}
        form={form}
      />
      <FpxTerms page={page} />
    </div>
  );
}

export const fpxCorporateView: MethodView = { sign: ['fpx'], Fields: CorporateBankFields };
