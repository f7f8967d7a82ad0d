import { useTranslations } from 'next-intl';

/** Where the account number stands on a bill. A file of its own: it is fetched only by those who open what it stands in. */
export function AccountNumberImage() {
  const t = useTranslations('layout');
  return (
    <img
      src="/help/account-number.svg"
      alt={t('accountNumberPicture')}
      width={320}
      height={180}
      loading="lazy"
      className="border-line mt-3 h-auto max-w-full rounded-md border"
    />
  );
}
