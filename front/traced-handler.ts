import type { FindPattern } from '@/lib/telemetry/metrics/route-patterns';
import { tracedAnew } from '@/lib/telemetry/tracing/spans';
import type { Handler } from './server';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Makes each request a trace of its own, from here to the end of its answer. */
export function traceRequests(handle: Handler, findPattern: FindPattern): Handler {
  return async (request, response) => {
    const method = methods.has(request.method ?? '') ? (request.method ?? '') : 'other';
    const route = findPattern((request.url ?? '').replace(/[?#].*$/s, ''));
    // Asked again and again, by machines alone.
    if (route.startsWith('/api/health')) return handle(request, response);
    const start = {
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route },
    } as const;
    await tracedAnew(start, {}, async (span) => {
      await handle(request, response);
      span?.note({ 'http.response.status_code': response.statusCode });
    });
  };
}
