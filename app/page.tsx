import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cookies } from 'next/headers';
import { HomeHelp } from '@/components/bill/home-help';
import { LookupForm } from '@/components/bill/lookup-form';
import { cardMessages } from '@/components/bill/remembered/client-messages';
import { RememberedAccount } from '@/components/bill/remembered/remembered-account';
import { HistoryLink } from '@/components/history/history-link';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { HelpLink } from '@/components/layout/help-link';
import { PageShell } from '@/components/layout/page-shell';
import { emptyFormState } from '@/components/forms/form-state';
import { Notice } from '@/components/ui/notice';
import { quickPayViewEvent } from '@/lib/analytics/events';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { deviceHints } from '@/lib/domain/visit/device-hints';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { routes } from '@/lib/routes';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return makePublicPageMetadata({ title: t('metaTitle'), description: t('metaDescription'), path: routes.home });
}

/** Quick pay's first page: an account number leads to its bill. */
export default async function HomePage() {
  const [t, kept, config, form, event] = await Promise.all([
    getTranslations('home'),
    cookies(),
    loadCommonConfig(),
    readFlash('look-up'),
    loadPageEvent(quickPayViewEvent),
  ]);
  const { billerName: biller, publicOrigin: origin } = readEnvironment();
  const hasCard = kept.has(deviceHints.account);
  const message = config.ok ? config.value.quickPayMessage : null;
  return (
    <ClientMessages paths={['home', 'validation', ...(hasCard ? cardMessages : []), ...formMessages]}>
      <UserStoreProvider>
        <BillStoreProvider>
          <PageShell
            title={t('title')}
            lead={biller === null ? t('lead') : t('leadOf', { biller })}
            beside={
              <HomeHelp
                isAccountNumberInvalid={form?.fieldErrors['accountNumber'] !== undefined}
                biller={biller}
                origin={origin}
              />
            }
          >
            {message === null ? null : (
              <Notice tone="info" title={t('noticeTitle')}>
                <p className="break-words whitespace-pre-line">{message}</p>
              </Notice>
            )}
            {hasCard ? <RememberedAccount idempotencyKey={makeIdempotencyKey()} /> : null}
            <LookupForm form={form ?? emptyFormState} hasCard={hasCard} />
            {kept.has(deviceHints.payments) ? <HistoryLink /> : null}
            {form?.retryAfter === undefined ? null : (
              <p className="text-center">
                <HelpLink question="tooMany" />
              </p>
            )}
          </PageShell>
        </BillStoreProvider>
      </UserStoreProvider>
      <OptionalPageEvent event={event} />
    </ClientMessages>
  );
}
