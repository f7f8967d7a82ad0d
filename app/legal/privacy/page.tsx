import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { readEnvironment } from '@/lib/server/environment';
import { makePublicPageMetadata } from '@/lib/server/visit/public-page-metadata';
import { CustomerServiceContact } from '@/components/layout/customer-service-contact';
import { PageShell } from '@/components/layout/page-shell';
import { Panel } from '@/components/ui/panel';
import { Paragraphs } from '@/components/ui/paragraphs';
import { routes } from '@/lib/routes';

const sections = ['device', 'server', 'receivers', 'rights'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('privacy');
  return makePublicPageMetadata({ title: t('metaTitle'), description: t('metaDescription'), path: routes.privacy });
}

/** What is kept about a payer, on the device and by the backend, for how long, and whom to ask. docs/personal-data.md has the facts. */
export default async function PrivacyPage() {
  const t = await getTranslations('privacy');
  const { customerService, retention } = readEnvironment();
  return (
    <PageShell title={t('title')} lead={t('lead')} reading>
      {sections.map((section) => (
        <Panel key={section} title={t(`sections.${section}.title`)}>
          <Paragraphs text={t(`sections.${section}.text`, retention)} />
        </Panel>
      ))}
      <CustomerServiceContact customerService={customerService} />
    </PageShell>
  );
}
