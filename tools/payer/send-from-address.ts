import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import { Agent, request } from 'node:https';

/** After it a payer that is gone has no connection any more, ms. */
const idleMs = 4_000;
/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304]);

/**
 * How one payer asks: as `fetch`, but from its own address, which a proxy sees, over connections of its own. Redirects are not followed.
 * @param address of this machine, such as 127.1.2.3
 * @param ca PEM of the certificate that is believed
 */
export function makeFetchFrom(address: string, ca: string): typeof fetch {
  const how = { keepAlive: true, localAddress: address, timeout: idleMs };
  const agents = { 'http:': new PlainAgent(how), 'https:': new Agent({ ...how, ca }) };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = 'GET', signal } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    if (init.body instanceof URLSearchParams) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    if (typeof body === 'string') headers['content-length'] = String(Buffer.byteLength(body));
    const isSecure = url.protocol === 'https:';
    // Whatever Host is claimed, it is the certificate of who was called that counts.
    const server = url.hostname === 'localhost' ? { servername: 'localhost' } : {};
    const options = { method, headers, family: 4, agent: agents[isSecure ? 'https:' : 'http:'], ...server };
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? request : requestPlain)(
        url,
        { ...options, ...(signal && { signal }) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            const { statusCode: status = 0, rawHeaders } = incoming;
            const answered = new Headers();
            for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
              answered.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
            }
            resolve(new Response(bodiless.has(status) ? null : Buffer.concat(chunks), { status, headers: answered }));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(typeof body === 'string' ? body : undefined);
    });
  };
}

let addresses = 0;

/** An address of this machine that nobody has had in this run, in a /24 network of its own. */
export function nextAddress() {
  addresses += 1;
  return `127.${10 + Math.floor(addresses / 250)}.${addresses % 250}.7`;
}
