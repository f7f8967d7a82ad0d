'use client';

import { useTranslations } from 'next-intl';
import { Logo } from '@/components/payment/card/logo';
import { isKnownWallet } from '@/lib/domain/methods/wallets';
import { MethodHint } from '../method-hint';
import type { MethodFieldsProps } from '../method-views';
import { ProviderChoice } from '../provider-choice';
import { useWalletName } from '../provider-names';

/** The e-wallets, each by its name and logo. */
export function WalletFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const walletName = useWalletName();
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name="selectedWallet"
        legend={t('wallet')}
        providers={page.wallets.map((id) => ({
          id,
          name: walletName(id),
          logo: isKnownWallet(id) ? <Logo name={id} /> : undefined,
        }))}
        page={page}
        form={form}
      />
      <MethodHint text={t('walletHint')} />
    </div>
  );
}
