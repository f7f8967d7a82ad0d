import { useTranslations } from 'next-intl';

/** The notice on every page that banks are simulated and no money moves. */
export function SandboxBanner() {
  const t = useTranslations('layout');
  return (
    <p data-testid="sandbox-mark" className="bg-warning-soft text-warning px-4 py-1 text-center text-sm print:hidden">
      <strong>{t('sandbox')}</strong> · {t('sandboxHint')}
    </p>
  );
}
