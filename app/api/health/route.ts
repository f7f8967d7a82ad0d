/** Evaluated on each request, so that it shows the current state. */
export const dynamic = 'force-dynamic';

/** Returns 200 once the site can serve, whatever its backend does. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
