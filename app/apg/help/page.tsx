import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { QuestionList } from '@/components/help/question-list';
import { describePublicPage } from '@/app/public-page';
import { PageShell } from '@/components/layout/page-shell';
import { Notice } from '@/components/ui/notice';
import { routes } from '@/lib/routes';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('help');
  return describePublicPage({ title: t('metaTitle'), description: t('metaDescription'), path: routes.help });
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
