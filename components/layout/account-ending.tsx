import { useTranslations } from 'next-intl';

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
