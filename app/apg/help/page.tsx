import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { searchMaxLength } from '@/components/help/search-questions';
import { SearchResults } from '@/components/help/search-results';
import { QuestionList } from '@/components/help/question-list';
import { QuestionSearch } from '@/components/help/question-search';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readEnvironment } from '@/lib/server/environment';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { CustomerServiceContact } from '@/components/layout/customer-service-contact';
import { PageShell } from '@/components/layout/page-shell';
import { Notice } from '@/components/ui/notice';
import { describeRebate } from '@/lib/domain/auto-debit';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { routes } from '@/lib/routes';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('help');
  return makePublicPageMetadata({ title: t('metaTitle'), description: t('metaDescription'), path: routes.help });
}

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The FAQ: all questions, with the linked answer open (`answer`), or the results of a search (`q`). */
export default async function HelpPage({ searchParams }: PageProps) {
  const [t, config, { q, answer }] = await Promise.all([getTranslations('help'), loadCommonConfig(), searchParams]);
  const { customerService, publicOrigin: origin } = readEnvironment();
  const values = { ...describeRebate(config.ok ? config.value.autoDebit.rebate : null), origin };
  const query = typeof q === 'string' ? q.slice(0, searchMaxLength).trim() : '';
  return (
    <PageShell title={t('title')} lead={t('lead')} reading>
      <QuestionSearch query={query} />
      {query === '' || containsCardNumber(query) ? (
        <QuestionList opened={typeof answer === 'string' ? answer : null} values={values} />
      ) : (
        <SearchResults query={query} values={values} />
      )}
      <Notice tone="neutral" title={t('moreTitle')}>
        <p>{t('moreText')}</p>
        <CustomerServiceContact customerService={customerService} />
      </Notice>
      <p>
        <a href={routes.accessibility} className="text-accent-ink inline-block py-2.5 underline underline-offset-4">
          {t('accessibility')}
        </a>
      </p>
    </PageShell>
  );
}
