import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { QuestionList } from '@/components/help/question-list';
import { PageShell } from '@/components/layout/page-shell';
import { Notice } from '@/components/ui/notice';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('help'))('metaTitle') };
}

export default async function HelpPage() {
  const t = await getTranslations('help');
  return (
    <PageShell title={t('title')} lead={t('lead')} reading>
      <QuestionList />
      <Notice tone="neutral" title={t('moreTitle')}>
        <p>{t('moreText')}</p>
      </Notice>
    </PageShell>
  );
}
