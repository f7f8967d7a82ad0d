import type { MetadataRoute } from 'next';
import { readEnvironment } from '@/lib/server/environment';

// The public origin is known at run time, not at build time.
export const dynamic = 'force-dynamic';

/**
 * Serves /robots.txt. Payment pages are not disallowed: a crawler that may not fetch them would never see the `X-Robots-Tag` with which the
 * middleware keeps them out of indexes.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/apg/util/'] },
    sitemap: `${readEnvironment().publicOrigin}/sitemap.xml`,
  };
}
