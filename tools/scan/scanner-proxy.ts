import { createServer, request as sendRequest } from 'node:http';

/** Returns a random private address, so that the rate limits of one address do not stop the scanners. */
function randomAddress() {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * Starts a trusted proxy in front of the site that lets scanners bypass rate limits and the Origin check, and requests uncompressed responses.
 */
export function startScannerProxy(port: number, sitePort: number): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': randomAddress(), 'accept-encoding': 'identity' };
    const isForm = request.method === 'POST' && headers.origin === undefined;
    const origin = isForm ? { origin: `http://localhost:${port}` } : {};
    const upstream = sendRequest(
      {
        host: '127.0.0.1',
        port: sitePort,
        method: request.method,
        path: request.url,
        headers: { ...headers, ...origin },
      },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    ),
  );
}
