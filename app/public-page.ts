import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { readEnvironment } from '@/lib/server/environment';

/** What Open Graph calls our languages, as they are spoken in Malaysia. */
const regions = { en: 'en_MY', ms: 'ms_MY' } as const;

interface PublicPage {
  readonly title: string;
  /** One or two sentences: what a list of search results, or a chat, shows under the title. */
  readonly description: string;
  /** Where the page stands, whatever query it was asked for with. */
  readonly path: string;
}

/** Describes a page that may be found and shared, in the language of this request. A payer's own pages have a title and nothing more. */
export async function describePublicPage({ title, description, path }: PublicPage): Promise<Metadata> {
  const { publicOrigin } = readEnvironment();
  const url = `${publicOrigin}${path}`;
  return {
    title,
    description,
    alternates: { canonical: url },
    openGraph: {
      type: 'website',
      locale: regions[await getLocale()],
      siteName: 'ebill',
      url,
      title,
      description,
      images: [{ url: `${publicOrigin}/social-card.png`, width: 1200, height: 630, alt: 'ebill' }],
    },
    twitter: { card: 'summary_large_image' },
  };
}
