import { loadCommonConfig } from '@/lib/server/common-config';

/** Read on each request, so that it says what is so now. */
export const dynamic = 'force-dynamic';

/**
 * Answers 200 once pages can be shown: the backend's common config has been had. Until then 503. While the process leaves, the front answers
 * in its place.
 */
export async function GET(): Promise<Response> {
  const isReady = (await loadCommonConfig()).ok;
  const headers = { 'cache-control': 'no-store' };
  return isReady
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json({ status: 'waiting for the backend' }, { status: 503, headers });
}
