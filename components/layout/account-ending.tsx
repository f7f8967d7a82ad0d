import { useTranslations } from 'next-intl';
import { findMaskedEnding } from '@/lib/domain/payment/customer-masking';

/** The last four characters of the account that is paid. */
export function AccountEnding({ ending }: { readonly ending: string }) {
  const t = useTranslations('payment');
  return (
    <>
      <span aria-hidden="true">•••• {ending}</span>
      <span className="sr-only">{t('accountEnding', { ending })}</span>
    </>
  );
}

/** An account number, masked or not. Screen readers read the end of a masked one instead of its bullets. */
export function AccountNumber({ accountNumber }: { readonly accountNumber: string }) {
  const t = useTranslations('payment');
  const ending = findMaskedEnding(accountNumber);
  if (ending === null) return accountNumber;
  return (
    <>
      <span aria-hidden="true">{accountNumber}</span>
      <span className="sr-only">{t('accountEnding', { ending })}</span>
    </>
  );
}
