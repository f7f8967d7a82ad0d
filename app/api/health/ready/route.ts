import { describeIncompatibility } from '@/lib/contract/versions';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { getIncompatibleVersion } from '@/lib/server/backend/contract-version';

/** Read on each request, so that it says what is so now. */
export const dynamic = 'force-dynamic';

function notReady(status: string): Response {
  return Response.json({ status }, { status: 503, headers: { 'cache-control': 'no-store' } });
}

/**
 * Answers 200 once pages can be shown: the backend's common config has been had, and both sides speak versions of the contract that agree.
 * Until then 503. While the process leaves, the front answers in its place.
 */
export async function GET(): Promise<Response> {
  const config = await loadCommonConfig();
  const theirs = getIncompatibleVersion();
  if (theirs !== null) return notReady(describeIncompatibility(theirs));
  if (!config.ok) return notReady('waiting for the backend');
  return Response.json({ status: 'ready' }, { headers: { 'cache-control': 'no-store' } });
}
