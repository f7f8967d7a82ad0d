import type { Metadata, Viewport } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { OptionalAnalytics } from '@/components/analytics/optional-analytics';
import { ConsentBanner } from '@/components/analytics/consent-banner';
import { ConsentSwitch } from '@/components/analytics/consent-switch';
import { HomeHrefProvider } from '@/components/layout/home-href';
import { Main } from '@/components/layout/main';
import { OfflineGuard } from '@/components/layout/offline-guard';
import { retryScripts } from '@/components/layout/retry-scripts';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import { FormDraftProvider } from '@/components/forms/form-draft';
import { ClientMessages } from '@/lib/i18n/client-messages';
import type { MessagePath } from '@/lib/i18n/pick-messages';
import { readEnvironment } from '@/lib/server/environment';
import { routes } from '@/lib/routes';
import { parseLocalPath } from '@/lib/server/security/local-path';
import { backgrounds } from '@/lib/theme/accent';
import { writeThemeRules } from '@/lib/theme/theme';
import { loadConsent } from '@/lib/server/visit/analytics';
import { readLanguageOffer } from '@/lib/server/visit/language-offer';
import { loadLayoutData } from '../lib/server/visit/layout-data';
import {
  readFramedVisit,
  readKioskVisit,
  readNonce,
  readReceiptPartner,
  readVisitedAddress,
} from '@/lib/server/visit/visit-headers';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('layout');
  return {
    title: { template: t('titleTemplate'), default: t('siteName') },
    icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
    manifest: '/manifest.webmanifest',
    // Safari would turn account numbers and amounts into telephone links.
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  // The browser's toolbar gets the colour of the header.
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: backgrounds.light.surface },
    { media: '(prefers-color-scheme: dark)', color: backgrounds.dark.surface },
  ],
};

/** An earlier site at this origin left a service worker that would keep serving its pages. Specification, section 2. */
const unregisterOldWorkers =
  'navigator.serviceWorker?.getRegistrations().then(r=>r.forEach(w=>w.unregister())).catch(()=>{})';

/** The messages of error.tsx. */
const errorPageMessages = [
  'errors.pageTitle',
  'errors.pageText',
  'errors.retry',
  'layout.goHome',
] as const satisfies readonly MessagePath[];

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [{ path, search }, receiptPartner] = await Promise.all([readVisitedAddress(), readReceiptPartner()]);
  const [nonce, locale, t, layout, consent, isKiosk, isFramed] = await Promise.all([
    readNonce(),
    getLocale(),
    getTranslations('layout'),
    loadLayoutData({ path, search, receiptPartner }),
    loadConsent(),
    readKioskVisit(),
    readFramedVisit(),
  ]);
  const themeRules = writeThemeRules(layout.theme);
  const homeHref = isKiosk || layout.isPartnerVisit ? null : routes.home;
  const returnTo = parseLocalPath(path + search) ?? routes.home;
  return (
    <html lang={locale}>
      <head>
        {/* Browsers hide a nonce from scripts, so React cannot compare it during hydration. */}
        {themeRules === null ? null : (
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeRules }} />
        )}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: retryScripts + unregisterOldWorkers }}
        />
      </head>
      <body
        data-framed={isFramed || undefined}
        className="bg-page text-ink flex min-h-dvh flex-col font-sans text-base antialiased"
      >
        <OptionalAnalytics consent={consent}>
          <a
            href="#main"
            className="bg-surface focus:min-h-tap sr-only z-20 rounded-md focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:inline-flex focus:items-center focus:p-3"
          >
            {t('skipToContent')}
          </a>
          <OfflineGuard text={t('opensOnline')} />
          <FormDraftProvider>
            <SiteHeader
              logoUrl={layout.theme.logoUrl}
              partnerName={layout.partnerName}
              homeHref={homeHref}
              isKiosk={isKiosk}
              languageReturnTo={layout.canChooseLanguage ? returnTo : null}
              languageOffer={await readLanguageOffer(locale)}
              isSandbox={layout.isSandbox}
              isPciDssCompliant={layout.isPciDssCompliant}
            />
            {consent === 'unasked' ? <ConsentBanner returnTo={returnTo} /> : null}
            <Main>
              <HomeHrefProvider href={homeHref}>
                <ClientMessages paths={errorPageMessages}>{children}</ClientMessages>
              </HomeHrefProvider>
            </Main>
          </FormDraftProvider>
          <SiteFooter
            showLinks={!isKiosk}
            customerService={layout.customerService}
            biller={layout.isPartnerVisit ? null : readEnvironment().billerName}
            year={new Date().getFullYear()}
          >
            {consent === 'off' ? null : <ConsentSwitch returnTo={returnTo} />}
          </SiteFooter>
        </OptionalAnalytics>
      </body>
    </html>
  );
}
