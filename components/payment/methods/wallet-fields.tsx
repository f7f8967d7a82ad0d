import { useTranslations } from 'next-intl';
import { Mark } from '@/components/payment/mark';
import { isKnownWallet } from '@/lib/domain/wallets';
import { MethodHint } from './method-hint';
import type { MethodFieldsProps } from './method-fields';
import { ProviderChoice } from './provider-choice';

/** The e-wallets, each by its name and a mark. One whose name is not in the words goes by its id. */
export function WalletFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const names = useTranslations('wallets');
  return (
    <div className="grid gap-3">
      <ProviderChoice
        name="selectedWallet"
        legend={t('wallet')}
        providers={page.wallets.map((id) =>
          isKnownWallet(id) ? { id, name: names(id), mark: <Mark name={id} /> } : { id, name: id },
        )}
        page={page}
        form={form}
      />
      <MethodHint text={t('walletHint')} />
    </div>
  );
}
