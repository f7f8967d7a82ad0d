import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LoadingScreen } from '@/components/layout/loading-screen';
import { readVisitedAddress } from '@/lib/server/visit/visit-headers';

/** Seconds between two tries; the middleware sends the same as Retry-After. */
const retryAfter = 5;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('loading'))('title') };
}

/** The middleware answers every address with this page (503) as long as no common config has ever been had. */
export default async function LoadingPage() {
  const { path, search } = await readVisitedAddress();
  return <LoadingScreen retryHref={path + search} retryAfter={retryAfter} />;
}
