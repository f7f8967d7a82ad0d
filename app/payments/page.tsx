import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PaymentHistory } from '@/components/history/payment-history';
import { PageShell } from '@/components/layout/page-shell';
import { ClientMessages } from '@/lib/i18n/client-messages';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('history'))('title') };
}

/** The payments that this device keeps. The server knows none of them: a script reads them. */
export default async function HistoryPage() {
  const t = await getTranslations('history');
  return (
    <PageShell title={t('title')}>
      <noscript>
        <p>{t('needsScripts')}</p>
      </noscript>
      <ClientMessages paths={['history', 'methods', 'layout.goHome', 'result.paymentId']}>
        <PaymentHistory />
      </ClientMessages>
    </PageShell>
  );
}
