import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * Creates a server for Prometheus: `GET /metrics` on a separate port, which no proxy exposes. Returns 500 if metrics cannot be collected. It does
 * not listen yet.
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

/** Starts the metrics server on a private address. A port in use does not affect the site: `onError` is called. */
export function listenForMetrics(
  registry: Registry,
  at: { readonly host: string; readonly port: number },
  onError: (error: Error) => void,
): Server {
  const server = createMetricsServer(registry);
  server.on('error', onError);
  // Does not keep the process alive.
  server.listen(at).unref();
  return server;
}
