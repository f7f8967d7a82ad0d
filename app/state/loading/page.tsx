import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LoadingScreen } from '@/components/layout/loading-screen';
import { readVisitedAddress } from '@/lib/server/visit/visit-headers';

/** Seconds between two reloads; the middleware sends the same value as Retry-After. */
const retryAfter = 5;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('loading'))('title') };
}

/** The middleware returns this page (503) for every URL until a common config has been loaded. */
export default async function LoadingPage() {
  const { path, search } = await readVisitedAddress();
  return <LoadingScreen retryHref={path + search} retryAfter={retryAfter} />;
}
