import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';

/** Says which name the receipt has now; null: none. */
export function CompanySavedNotice({ companyName }: { readonly companyName: string | null }) {
  const t = useTranslations('receipt');
  const title = companyName === null ? t('companyRemoved') : t('companySaved', { company: companyName });
  return <Notice tone="success" title={title} testId="company-saved" autoFocus />;
}
