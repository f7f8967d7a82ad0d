import type { useTranslations } from 'next-intl';
import { isKnownWallet } from '@/lib/domain/methods/wallet';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/** Returns the name of the bank or wallet that the payer has chosen, as the payment page shows it; null where none is chosen there. */
export function getProviderName(
  { attempt, personalBanks, corporateBanks }: Pick<PaymentPage, 'attempt' | 'personalBanks' | 'corporateBanks'>,
  t: ReturnType<typeof useTranslations<never>>,
): string | null {
  const provider = attempt?.provider ?? null;
  const bankName = (banks: PaymentPage['personalBanks']) => banks.find(({ id }) => id === provider)?.name ?? null;
  switch (attempt?.method) {
    case 'fpx':
      return bankName(personalBanks);
    case 'fpxCorporate':
      return bankName(corporateBanks);
    case 'm2u':
      return t('methods.m2u');
    case 'wallet':
      return provider !== null && isKnownWallet(provider) ? t(`wallets.${provider}`) : provider;
    default:
      return null;
  }
}
