import { describeIncompatibility } from '@/lib/contract/versions';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { getIncompatibleVersion } from '@/lib/server/backend/contract-version';

/** Evaluated on each request, so that it shows the current state. */
export const dynamic = 'force-dynamic';

function notReady(status: string): Response {
  return Response.json({ status }, { status: 503, headers: { 'cache-control': 'no-store' } });
}

/**
 * Returns 200 once pages can be shown: the backend's common config has been loaded, and the contract versions of both sides are compatible.
 * Until then 503. During shutdown the front responds instead.
 */
export async function GET(): Promise<Response> {
  const config = await loadCommonConfig();
  const theirs = getIncompatibleVersion();
  if (theirs !== null) return notReady(describeIncompatibility(theirs));
  if (!config.ok) return notReady('waiting for the backend');
  return Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } });
}
