'use client';

import { useTranslations } from 'next-intl';
import { Logo } from '@/components/layout/logo';
import { isKnownWallet, sortWallets, wallet } from '@/lib/domain/methods/wallet';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps, MethodView } from '../method-view';
import { ProviderChoice } from '../provider-choice';
import { useWalletName } from '../provider-names';
import { ProviderWarningNotice } from '../provider-warning-notice';

/** The e-wallets, each by its name and logo. */
function WalletFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const walletName = useWalletName();
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name={wallet.selection.field}
        legend={t('wallet')}
        providers={sortWallets(page.wallets).map((id) => ({
          id,
          name: walletName(id),
          logo: isKnownWallet(id) ? <Logo name={id} /> : undefined,
        }))}
        page={page}
        warning={page.warnings.wallet}
        form={form}
      />
      <ProviderWarningNotice warning={page.warnings.wallet} />
      <MethodHint text={t('walletHint')} />
    </div>
  );
}

export const walletView: MethodView = {
  sign: ({ wallets }) => sortWallets(wallets).filter(isKnownWallet).slice(0, 2),
  Fields: WalletFields,
};
