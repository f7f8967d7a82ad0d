import { createServer } from 'node:http';

/** @typedef {{ readonly port: number, setVersion(version: number): void, close(): void }} VersionSkewProxy */

/** A field that a later release may add to any object. */
const unknownField = { addedInLaterRelease: { nested: [true] } };

/** Headers that apply to one connection and are not forwarded. */
const hopByHopHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive']);

/** Objects whose keys are data, such as the fields of a bank's form: no release adds to them. */
const maps = new Set(['installmentMonthsMap', 'cardEncryptionKey', 'parameters', 'formFields', 'fields']);

/** @param {unknown} value @returns {unknown} a copy with the unknown field in each object */
function addUnknownFields(value) {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    maps.has(name) ? inner : addUnknownFields(inner),
  ]);
  return { ...Object.fromEntries(members), ...unknownField };
}

/** @param {string} text @param {(value: any) => unknown} change */
function changeJson(text, change) {
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return text;
  }
}

/**
 * Starts a proxy between a site and its backend that simulates version skew: it adds unknown fields to requests and responses, and replaces the
 * backend's contract version.
 *
 * @param {string} backend origin
 * @returns {Promise<VersionSkewProxy>}
 */
export async function startVersionSkewProxy(backend) {
  let version = 1;
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      forward(request, Buffer.concat(chunks).toString()).then(
        ({ status, headers, text }) => response.writeHead(status, headers).end(text),
        () => response.destroy(),
      );
    });
  });

  /** @param {import('node:http').IncomingMessage} request @param {string} body */
  async function forward({ method = 'GET', url = '/', headers }, body) {
    const response = await fetch(backend + url, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (hopByHopHeaders.has(name) ? [] : [[name, String(value)]])),
      ),
      ...(body !== '' && { body: changeJson(body, (value) => ({ ...value, ...unknownField })) }),
      redirect: 'manual',
    });
    const text = changeJson(await response.text(), (value) => ({
      .../** @type {object} */ (addUnknownFields(value)),
      ...('contractVersion' in value && { contractVersion: version }),
    }));
    return { status: response.status, headers: { 'content-type': response.headers.get('content-type') ?? '' }, text };
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    setVersion(next) {
      version = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
