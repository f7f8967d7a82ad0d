import { createServer, request as callHttp, type IncomingMessage } from 'node:http';
import { listen } from '../fixtures/partner-frame';

interface CachedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The request headers on which the response depends (RFC 9111, section 4.1). */
  readonly varies: Readonly<Record<string, string>>;
}

/** Statuses that are heuristically cacheable (RFC 9110, section 15.1). */
const heuristicallyCacheable = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

/** Returns whether a shared cache may store a response to a GET and reuse it without validation (RFC 9111, sections 3 and 4). */
function isCacheable(status: number, headers: IncomingMessage['headers']): boolean {
  const control = (headers['cache-control'] ?? '').toLowerCase();
  if (/(^|[,\s])(no-store|private|no-cache)\b/.test(control) || headers.vary?.includes('*')) return false;
  const lifetime = /s-maxage=(\d+)|max-age=(\d+)/.exec(control);
  if (lifetime !== null) return Number(lifetime[1] ?? lifetime[2]) > 0;
  return headers.expires !== undefined || heuristicallyCacheable.includes(status);
}

/**
 * A shared cache in front of a site, as a company or a provider may run one: it stores whatever is cacheable and serves it to everyone. It
 * distinguishes visits by their cookies only if the response varies by them.
 */
export async function startCachingProxy(origin: string) {
  const kept = new Map<string, CachedResponse[]>();
  const given: string[] = [];
  const { hostname, port, host } = new URL(origin);

  const server = createServer((incoming, outgoing) => {
    const target = incoming.url ?? '/';
    const isGet = incoming.method === 'GET';
    const found = kept
      .get(target)
      ?.find(({ varies }) =>
        Object.entries(varies).every(([name, value]) => String(incoming.headers[name] ?? '') === value),
      );
    if (isGet && found !== undefined) {
      given.push(target);
      outgoing.writeHead(found.status, found.headers).end(found.body);
      return;
    }
    const headers = { ...incoming.headers, host };
    const onward = callHttp({ hostname, port, path: target, method: incoming.method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const [status, body] = [answer.statusCode ?? 502, Buffer.concat(pieces)];
        if (isGet && isCacheable(status, answer.headers)) {
          const names = (answer.headers.vary ?? '')
            .toLowerCase()
            .split(/\s*,\s*/)
            .filter((name) => name !== '');
          const varies = Object.fromEntries(names.map((name) => [name, String(incoming.headers[name] ?? '')]));
          kept.set(target, [...(kept.get(target) ?? []), { status, headers: answer.headers, body, varies }]);
        }
        const { 'transfer-encoding': _chunked, ...rest } = answer.headers;
        outgoing.writeHead(status, rest).end(body);
      });
    });
    incoming.pipe(onward);
  });

  return {
    url: await listen(server),
    /** The requests that it served from the cache. */
    given,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
