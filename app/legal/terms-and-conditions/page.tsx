import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { PageShell } from '@/components/layout/page-shell';
import { Panel } from '@/components/ui/panel';
import { Paragraphs } from '@/components/ui/paragraphs';
import { describeRebate } from '@/lib/domain/auto-debit';
import { routes } from '@/lib/routes';

const sections = [
  'service',
  'yourPart',
  'payment',
  'corporate',
  'resumption',
  'refunds',
  'autoDebit',
  'privacy',
  'liability',
  'law',
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('terms');
  return makePublicPageMetadata({ title: t('metaTitle'), description: t('metaDescription'), path: routes.terms });
}

export default async function TermsPage() {
  const [t, config] = await Promise.all([getTranslations('terms'), loadCommonConfig()]);
  const rebate = describeRebate(config.ok ? config.value.autoDebit.rebate : null);
  return (
    <PageShell title={t('title')} lead={t('lead')} reading>
      <Panel>
        <ol className="grid gap-6">
          {sections.map((section, index) => (
            <li key={section}>
              <h2 className="mb-2 text-lg">
                {index + 1}. {t(`sections.${section}.title`)}
              </h2>
              <Paragraphs text={t(`sections.${section}.text`, rebate)} />
            </li>
          ))}
        </ol>
      </Panel>
    </PageShell>
  );
}
