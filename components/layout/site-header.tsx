import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { actions, routes } from '@/lib/routes';
import { LanguageSwitch } from './language-switch';
import { ProviderLogo } from './provider-logo';
import { SandboxBanner } from './sandbox-banner';
import { SecurityLogo } from './security-logo';

interface SiteHeaderProps {
  logoUrl: string | null;
  partnerName: string | null;
  /** Shown at a kiosk: no security logo, and no link to home. */
  isKiosk: boolean;
  /** The URL that the language switch returns to; null for no switch. */
  languageReturnTo: string | null;
  languageOffer?: ComponentProps<typeof LanguageSwitch>['offer'];
  isSandbox: boolean;
  isPciDssCompliant: boolean;
}

/** The header of every page. */
export function SiteHeader({
  logoUrl,
  partnerName,
  isKiosk,
  languageReturnTo,
  languageOffer,
  isSandbox,
  isPciDssCompliant,
}: SiteHeaderProps) {
  const t = useTranslations('layout');
  const locale = useLocale();
  // Its name begins with what is seen (WCAG 2.2, 2.5.3).
  const homeLabel = partnerName === null || logoUrl === null ? t('homeLink') : t('partnerHomeLink', { partnerName });
  return (
    <header className="border-line bg-surface border-b print:border-b-0">
      {isSandbox ? <SandboxBanner /> : null}
      <div className="border-accent border-t-4">
        <div className="max-w-wide mx-auto flex min-h-14 flex-wrap items-center gap-x-1 px-4 sm:gap-x-2 sm:px-6 print:max-w-none print:px-0">
          <ProviderLogo
            logoUrl={logoUrl}
            partnerName={partnerName}
            homeHref={isKiosk ? null : routes.home}
            label={isKiosk ? t('siteName') : homeLabel}
          />
          {languageReturnTo === null ? null : (
            <LanguageSwitch
              action={actions.setLanguage}
              label={t('languages')}
              locale={locale}
              returnTo={languageReturnTo}
              offer={languageOffer}
            />
          )}
          {isKiosk ? null : <SecurityLogo isPciDssCompliant={isPciDssCompliant} />}
        </div>
      </div>
    </header>
  );
}
