import { readPolicyReports } from '@/lib/domain/visit/policy-report';
import { readPostBody, postErrorStatuses } from '@/lib/server/forms/form-request';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { logProblem } from '@/lib/server/log';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';

const types = ['application/csp-report', 'application/reports+json'];
/** Bytes; a report contains at most a line of the page. */
const largestReport = 16 * 1024;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Logs what a browser has blocked. Anybody can send such a post, so its content is unverified. */
export async function POST(request: Request): Promise<Response> {
  const text = await readPostBody(request, types, largestReport);
  if (!text.ok) return new Response(null, { status: postErrorStatuses[text.error] });
  const counted = await consumeRateLimits([
    { limit: 'reportsByAddress', key: readClientAddress(request.headers) },
    { limit: 'reports', key: 'all' },
  ]);
  // Browsers do not retry reports, whatever the response.
  if (!counted.ok)
    return new Response(null, { status: 429, headers: { 'retry-after': String(counted.error.retryAfter) } });
  for (const report of readPolicyReports(parseJson(text.value))) logProblem('policy-violation', { ...report });
  return new Response(null, { status: 204 });
}
