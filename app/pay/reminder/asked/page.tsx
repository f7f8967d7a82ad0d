import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeLink } from '@/components/layout/home-link';
import { PageShell } from '@/components/layout/page-shell';
import { Notice } from '@/components/ui/notice';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('emailReminder'))('metaTitle') };
}

/** Says that the address must be confirmed by the link that it was sent. */
export default async function ReminderAskedPage() {
  const t = await getTranslations('emailReminder');
  return (
    <PageShell title={t('askedTitle')}>
      <Notice tone="success">
        <p role="status" className="font-semibold">
          {t('askedText')}
        </p>
        <p>{t('askedNext')}</p>
      </Notice>
      <HomeLink />
    </PageShell>
  );
}
