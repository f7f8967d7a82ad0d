import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeHelp } from '@/components/bill/home-help';
import { LookupForm } from '@/components/bill/lookup-form';
import { tellOfPage } from '@/app/analytics';
import { describePublicPage } from '@/app/public-page';
import { HelpLink } from '@/components/layout/help-link';
import { PageShell } from '@/components/layout/page-shell';
import { emptyFormState } from '@/components/forms/form-state';
import { Notice } from '@/components/ui/notice';
import { quickPayView } from '@/lib/analytics/events';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readFlash } from '@/lib/server/forms/flash';
import { routes } from '@/lib/routes';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('home');
  return describePublicPage({ title: t('metaTitle'), description: t('metaDescription'), path: routes.home });
}

/** Quick pay's first page: an account number leads to its bill. */
export default async function HomePage() {
  const [t, config, form, event] = await Promise.all([
    getTranslations('home'),
    loadCommonConfig(),
    readFlash('look-up'),
    tellOfPage(quickPayView),
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
      {event}
    </PageShell>
  );
}
