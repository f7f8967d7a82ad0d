import { createServer, request } from 'node:http';

/** Returns a random private address, so that the rate limits of one address do not stop the scanners. */
function randomAddress() {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * Starts a trusted proxy in front of the site that lets scanners past rate limits and the Origin check, and removes compression, which they
 * cannot read.
 */
export function startScannerProxy(port: number, sitePort: number): Promise<{ close(): void }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-for': randomAddress(), 'accept-encoding': 'identity' };
    const isForm = asked.method === 'POST' && headers.origin === undefined;
    const origin = isForm ? { origin: `http://localhost:${port}` } : {};
    const onward = request(
      { host: '127.0.0.1', port: sitePort, method: asked.method, path: asked.url, headers: { ...headers, ...origin } },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
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
