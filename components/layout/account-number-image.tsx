import { useTranslations } from 'next-intl';

/** Shows where the account number is on a bill. The image file loads only when the disclosure around it opens. */
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
