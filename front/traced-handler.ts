import type { FindRoutePattern } from '@/lib/telemetry/metrics/route-patterns';
import { traceRoot } from '@/lib/telemetry/tracing/spans';
import { readPath } from './request-path';
import type { Handler } from './server';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Creates a trace for each request, until the end of its response. */
export function traceRequests(handle: Handler, findPattern: FindRoutePattern): Handler {
  return async (request, response) => {
    const method = methods.has(request.method ?? '') ? (request.method ?? '') : 'other';
    const route = findPattern(readPath(request.url));
    // Polled by machines only.
    if (route.startsWith('/api/health')) return handle(request, response);
    const start = {
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route },
    } as const;
    await traceRoot(start, {}, async (span) => {
      await handle(request, response);
      span?.setAttributes({ 'http.response.status_code': response.statusCode });
    });
  };
}
