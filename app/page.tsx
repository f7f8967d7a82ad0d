import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeHelp } from '@/components/bill/home-help';
import { LookupForm } from '@/components/bill/lookup-form';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { HelpLink } from '@/components/layout/help-link';
import { PageShell } from '@/components/layout/page-shell';
import { emptyFormState } from '@/components/forms/form-state';
import { Notice } from '@/components/ui/notice';
import { quickPayViewEvent } from '@/lib/analytics/events';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
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
  const [t, config, form, event] = await Promise.all([
    getTranslations('home'),
    loadCommonConfig(),
    readFlash('look-up'),
    loadPageEvent(quickPayViewEvent),
  ]);
  const message = config.ok ? config.value.quickPayMessage : null;
  return (
    <PageShell title={t('title')} lead={t('lead')}>
      {message === null ? null : (
        <Notice tone="info" title={t('noticeTitle')}>
          <p className="break-words whitespace-pre-line">{message}</p>
        </Notice>
      )}
      <ClientMessages paths={['home', 'validation', ...formMessages]}>
        <UserStoreProvider>
          <BillStoreProvider>
            <LookupForm form={form ?? emptyFormState} />
            {form?.retryAfter === undefined ? null : (
              <p className="text-center">
                <HelpLink question="tooMany" />
              </p>
            )}
            <HomeHelp isAccountNumberInvalid={form?.fieldErrors['accountNumber'] !== undefined} />
          </BillStoreProvider>
        </UserStoreProvider>
      </ClientMessages>
      <OptionalPageEvent event={event} />
    </PageShell>
  );
}
