import type { MetadataRoute } from 'next';
import { readEnvironment } from '@/lib/server/environment';

// The public origin is known when the site runs, not when it is built.
export const dynamic = 'force-dynamic';

/**
 * Answers /robots.txt. A payer's own pages are not named: a crawler that may not fetch them would never see the `X-Robots-Tag` by
 * which the middleware keeps them out of every index.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/apg/util/'] },
    sitemap: `${readEnvironment().publicOrigin}/sitemap.xml`,
  };
}
