import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { locales } from '@/lib/domain/locales';
import { readEnvironment } from '@/lib/server/environment';

interface PublicPage {
  readonly title: string;
  /** One or two sentences: what a list of search results, or a chat, shows under the title. */
  readonly description: string;
  /** The path of the page, without a query. */
  readonly path: string;
}

/** Describes a page that may be found and shared, in the language of this request. A payer's own pages have a title and nothing more. */
export async function makePublicPageMetadata({ title, description, path }: PublicPage): Promise<Metadata> {
  const { publicOrigin } = readEnvironment();
  return {
    title,
    description,
    alternates: { canonical: `${publicOrigin}${path}` },
    // What is left out here, chats take from the title, the description and the canonical address.
    openGraph: {
      type: 'website',
      locale: locales[await getLocale()].openGraph,
      images: [{ url: `${publicOrigin}/social-card.png`, width: 1200, height: 630 }],
    },
  };
}
