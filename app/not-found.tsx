import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { WrittenNotFound } from '@/components/layout/written-not-found';
import { shortenPath } from '@/lib/domain/shown-path';
import { readVisitHeaders } from './visit-headers';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notFound'))('metaTitle') };
}

/** Answers every address without a page, with status 404. */
export default async function NotFoundPage() {
  const { path } = await readVisitHeaders();
  return <WrittenNotFound path={shortenPath(path)} locale={await getLocale()} />;
}
