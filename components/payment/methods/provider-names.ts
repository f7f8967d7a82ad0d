'use client';

import { useTranslations } from 'next-intl';
import { carrierMessageKey } from '@/lib/domain/methods/dcb';
import { isKnownWallet } from '@/lib/domain/methods/wallet';

/** Returns the function that names a wallet. One whose name is not in the messages goes by its id. */
export function useWalletName(): (id: string) => string {
  const t = useTranslations('wallets');
  return (id) => (isKnownWallet(id) ? t(id) : id);
}

/** Returns the function that names a carrier. One whose name is not in the messages goes by its id. */
export function useCarrierName(): (id: string) => string {
  const t = useTranslations('carriers');
  return (id) => {
    const word = carrierMessageKey(id);
    return word === null ? id : t(word);
  };
}
