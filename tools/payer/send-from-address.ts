import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** Milliseconds until an idle connection is closed. */
const idleTimeoutMs = 4_000;
/** Statuses of responses without a body. */
const bodilessStatuses = new Set([204, 205, 304]);

/**
 * Creates a `fetch` that connects from a local address with its own connections, so that a proxy sees one client. It does not follow redirects.
 * @param address a loopback address such as 127.1.2.3
 * @param ca PEM of the trusted certificate
 */
export function makeFetchFrom(address: string, ca: string): typeof fetch {
  const agentOptions = { keepAlive: true, localAddress: address, timeout: idleTimeoutMs };
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent({ ...agentOptions, ca }) };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', signal } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    if (init.body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    if (typeof body === 'string') headers['content-length'] = String(Buffer.byteLength(body));
    const isSecure = url.protocol === 'https:';
    // The certificate is checked against the URL, not against a Host header of the caller.
    const server = url.hostname === 'localhost' ? { servername: 'localhost' } : {};
    const options = { method, headers, family: 4, agent: agents[isSecure ? 'https:' : 'http:'], ...server };
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? requestHttps : requestHttp)(
        url,
        { ...options, ...(signal && { signal }) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            const { statusCode: status = 0, rawHeaders } = incoming;
            const responseHeaders = new Headers();
            for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
              responseHeaders.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
            }
            resolve(
              new Response(bodilessStatuses.has(status) ? null : Buffer.concat(chunks), {
                status,
                headers: responseHeaders,
              }),
            );
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(typeof body === 'string' ? body : undefined);
    });
  };
}

let addresses = 0;

/** Returns an unused loopback address in its own /24 network. */
export function nextAddress() {
  addresses += 1;
  return `127.${10 + Math.floor(addresses / 250)}.${addresses % 250}.7`;
}
