import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * Makes the server that a Prometheus reads: `GET /metrics` on its own port, which no proxy exposes, so that the public site has no such
 * address. A failure to collect returns 500. It does not listen by itself.
 */
export function createMetricsServer(registry: Registry): Server {
  return createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8 * 1024 },
    (request, response) => {
      request.resume();
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
}

/** Listens on an address that is not the public one. A port that is taken is an error of this server alone: `onFault` is told, payers are served. */
export function listenForMetrics(
  registry: Registry,
  at: { readonly host: string; readonly port: number },
  onFault: (error: Error) => void,
): Server {
  const server = createMetricsServer(registry);
  server.on('error', onFault);
  // A process that has nothing else to do may end.
  server.listen(at).unref();
  return server;
}
