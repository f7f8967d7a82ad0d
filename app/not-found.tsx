import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NotFoundScreen } from '@/components/layout/not-found-screen';
import { shortenPath } from '@/lib/domain/visit/shorten-path';
import { readKioskVisit, readVisitedAddress } from '@/lib/server/visit/visit-headers';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notFound'))('metaTitle') };
}

/** The page for unknown URLs, with status 404. */
export default async function NotFoundPage() {
  const [{ path }, isKiosk] = await Promise.all([readVisitedAddress(), readKioskVisit()]);
  return <NotFoundScreen path={shortenPath(path)} isKiosk={isKiosk} />;
}
