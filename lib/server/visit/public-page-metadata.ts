import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { locales } from '@/lib/domain/locales';
import { readEnvironment } from '@/lib/server/environment';

interface PublicPage {
  readonly title: string;
  /** One or two sentences, shown in search results and link previews. */
  readonly description: string;
  /** The path of the page, without a query. */
  readonly path: string;
}

/** Returns the metadata of a public page, in the language of this request. Payment pages have only a title. */
export async function makePublicPageMetadata({ title, description, path }: PublicPage): Promise<Metadata> {
  const { publicOrigin } = readEnvironment();
  return {
    title,
    description,
    alternates: { canonical: `${publicOrigin}${path}` },
    // For the rest, link previews use the title, the description and the canonical URL.
    openGraph: {
      type: 'website',
      locale: locales[await getLocale()].openGraph,
      images: [{ url: `${publicOrigin}/social-card.png`, width: 1200, height: 630 }],
    },
  };
}
