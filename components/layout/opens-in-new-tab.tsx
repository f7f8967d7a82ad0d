import { useTranslations } from 'next-intl';

/** Tells screen readers that the link in which it is opens a new tab. WCAG 2.2, 3.2.5. */
export function OpensInNewTab() {
  const t = useTranslations('layout');
  return <span className="sr-only"> {t('opensInNewTab')}</span>;
}
