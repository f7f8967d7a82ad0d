import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** The operator's banner for auto debit: `autoDebitBannerEnabled` and `autoDebitBannerLink` of the common config. */
export function AutoDebitBanner({ href }: { readonly href: string }) {
  const t = useTranslations('autoDebit');
  return (
    <a
      href={href}
      data-testid="auto-debit-banner"
      className="border-accent-ink bg-accent-soft text-accent-ink min-h-tap flex items-center gap-3 rounded-lg border p-4 font-semibold print:hidden"
    >
      <Icon name="card" />
      {t('banner')}
    </a>
  );
}
