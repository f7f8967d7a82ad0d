import type { MetadataRoute } from 'next';
import { publicPages } from '@/lib/routes';
import { readEnvironment } from '@/lib/server/environment';

export const dynamic = 'force-dynamic';

/** Serves /sitemap.xml: the public pages. */
export default function sitemap(): MetadataRoute.Sitemap {
  return publicPages.map((path) => ({ url: `${readEnvironment().publicOrigin}${path}` }));
}
