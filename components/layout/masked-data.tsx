import { useTranslations } from 'next-intl';
import { findMaskedEnding, getInitials, splitAtMaskedNumbers } from '@/lib/domain/payment/customer-masking';

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

/** A name as `maskName` masks it. Screen readers read its initials instead of its asterisks. */
export function MaskedName({ name }: { readonly name: string }) {
  const t = useTranslations('payment');
  return (
    <>
      <span data-testid="account-name" aria-hidden="true">
        {name}
      </span>
      <span className="sr-only">{t('maskedName', { initials: getInitials(name) })}</span>
    </>
  );
}

/** A text in which account numbers may be masked. Screen readers read the end of each instead of its bullets. */
export function TextWithAccounts({ text }: { readonly text: string }) {
  return splitAtMaskedNumbers(text).map((part, index) => <AccountNumber key={index} accountNumber={part} />);
}
