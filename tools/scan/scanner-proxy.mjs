import { createServer, request } from 'node:http';

/** An address of a network that nobody routes, another one for each request: scanners are to see what lies behind the limits of one address. */
function inventAddress() {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

/**
 * Stands before the site as a proxy that it trusts, and helps scanners past what would keep them outside: the limits of one address, the check of
 * the Origin, and compression that they cannot read.
 *
 * @param {number} port where it listens, on this machine alone
 * @param {number} sitePort
 * @returns {Promise<{ close(): void }>}
 */
export function startScannerProxy(port, sitePort) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-for': inventAddress(), 'accept-encoding': 'identity' };
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
