import { useLocale, useTranslations } from 'next-intl';
import { routes } from '@/lib/routes';
import { LanguageSwitch } from './language-switch';
import { ProviderLogo } from './provider-logo';
import { SandboxBanner } from './sandbox-banner';
import { SecurityLogo } from './security-logo';

interface SiteHeaderProps {
  logoUrl: string | null;
  partnerName: string | null;
  showSecurityLogo: boolean;
  /** The URL that the language switch returns to; null for no switch. */
  languageReturnTo: string | null;
  isSandbox: boolean;
}

/** The header of every page. */
export function SiteHeader({ logoUrl, partnerName, showSecurityLogo, languageReturnTo, isSandbox }: SiteHeaderProps) {
  const t = useTranslations('layout');
  const locale = useLocale();
  return (
    <header className="border-line bg-surface border-b">
      {isSandbox ? <SandboxBanner /> : null}
      <div className="border-accent border-t-4">
        <div className="max-w-wide mx-auto flex min-h-16 flex-wrap items-center gap-x-3 px-4 sm:px-6">
          <ProviderLogo logoUrl={logoUrl} partnerName={partnerName} homeHref={routes.home} label={t('homeLink')} />
          <div className="ml-auto flex items-center gap-2 sm:gap-4">
            {languageReturnTo === null ? null : <LanguageSwitch locale={locale} returnTo={languageReturnTo} />}
            {showSecurityLogo ? <SecurityLogo label={t('securityLogo')} /> : null}
          </div>
        </div>
      </div>
    </header>
  );
}
