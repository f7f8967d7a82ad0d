import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { actions } from '@/lib/routes';
import { LanguageSwitch } from './language-switch';
import { ProviderLogo } from './provider-logo';
import { SandboxBanner } from './sandbox-banner';
import { SecurityLogo } from './security-logo';

interface SiteHeaderProps {
  logoUrl: string | null;
  partnerName: string | null;
  /** Null for no link: a kiosk and a partner's payment must not lead elsewhere. */
  homeHref: string | null;
  /** Shown at a kiosk: no security logo. */
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
  homeHref,
  isKiosk,
  languageReturnTo,
  languageOffer,
  isSandbox,
  isPciDssCompliant,
}: SiteHeaderProps) {
  const t = useTranslations('layout');
  const locale = useLocale();
  // The name of what is seen, with which that of the link begins (WCAG 2.2, 2.5.3).
  const logoName = logoUrl === null ? null : partnerName;
  const homeLabel = logoName === null ? t('homeLink') : t('partnerHomeLink', { partnerName: logoName });
  return (
    <header className="border-line bg-surface border-b print:border-b-0">
      {isSandbox ? <SandboxBanner /> : null}
      <div className="border-accent border-t-4">
        <div className="max-w-wide mx-auto flex min-h-14 flex-wrap items-center gap-x-1 px-4 sm:gap-x-2 sm:px-6 print:max-w-none print:px-0">
          {/* Beside the languages the shield would look like one of them. */}
          <div className="mr-auto flex items-center gap-2">
            <ProviderLogo
              logoUrl={logoUrl}
              partnerName={partnerName}
              homeHref={homeHref}
              label={homeHref === null ? (logoName ?? t('siteName')) : homeLabel}
            />
            {isKiosk ? null : <SecurityLogo isPciDssCompliant={isPciDssCompliant} />}
          </div>
          {languageReturnTo === null ? null : (
            <LanguageSwitch
              action={actions.setLanguage}
              label={t('languages')}
              locale={locale}
              returnTo={languageReturnTo}
              offer={languageOffer}
            />
          )}
        </div>
      </div>
    </header>
  );
}
