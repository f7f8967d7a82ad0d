export { makeConfigResponse as GET } from '@/lib/server/backend/config-response';

/** Read on each request: it changes while the site runs. */
export const dynamic = 'force-dynamic';
