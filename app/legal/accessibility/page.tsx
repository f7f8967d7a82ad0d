import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { PageShell } from '@/components/layout/page-shell';
import { Panel } from '@/components/ui/panel';
import { Paragraphs } from '@/components/ui/paragraphs';
import { routes } from '@/lib/routes';

const sections = ['aim', 'works', 'limits', 'tests', 'contact'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('accessibility');
  return makePublicPageMetadata({
    title: t('metaTitle'),
    description: t('metaDescription'),
    path: routes.accessibility,
  });
}

/** The accessibility statement. The footer's links are the specification's (section 2); the FAQ leads here. */
export default async function AccessibilityPage() {
  const t = await getTranslations('accessibility');
  return (
    <PageShell title={t('title')} lead={t('lead')} reading>
      {sections.map((section) => (
        <Panel key={section} title={t(`sections.${section}.title`)}>
          <Paragraphs text={t(`sections.${section}.text`)} />
        </Panel>
      ))}
    </PageShell>
  );
}
