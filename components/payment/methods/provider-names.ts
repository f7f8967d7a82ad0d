'use client';

import { useTranslations } from 'next-intl';
import { carrierMessageKey } from '@/lib/domain/methods/dcb';
import { isKnownWallet } from '@/lib/domain/methods/wallet';

/** Returns a function that returns the name of a wallet; its id if the messages have no name. */
export function useWalletName(): (id: string) => string {
  const t = useTranslations('wallets');
  return (id) => (isKnownWallet(id) ? t(id) : id);
}

/** Returns a function that returns the name of a carrier; its id if the messages have no name. */
export function useCarrierName(): (id: string) => string {
  const t = useTranslations('carriers');
  return (id) => {
    const word = carrierMessageKey(id);
    return word === null ? id : t(word);
  };
}
