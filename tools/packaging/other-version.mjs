import { createServer } from 'node:http';

/** @typedef {{ readonly port: number, speak(version: number): void, close(): void }} OtherVersion */

/** What a release that is not written yet may add to anything. */
const addition = { ofAnotherRelease: { deep: [true] } };

/** Headers of one connection alone. */
const ofTheLine = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive']);

/** Members whose own members are data, such as the fields of a bank's form: no release adds to them. */
const maps = new Set(['installmentMonthsMap', 'cardEncryptionKey', 'parameters', 'formFields', 'fields']);

/** @param {unknown} value @returns {unknown} the same with something added to each object in it */
function addEverywhere(value) {
  if (Array.isArray(value)) return value.map(addEverywhere);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, maps.has(name) ? inner : addEverywhere(inner)]);
  return { ...Object.fromEntries(members), ...addition };
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
 * Stands between a site and its backend as if each were of another release than the other: requests and answers say more than the other side
 * knows, and the backend names the version that it is told to.
 *
 * @param {string} backend origin
 * @returns {Promise<OtherVersion>}
 */
export async function openOtherVersion(backend) {
  let version = 1;
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      pass(request, Buffer.concat(chunks).toString()).then(
        ({ status, headers, text }) => response.writeHead(status, headers).end(text),
        () => response.destroy(),
      );
    });
  });

  /** @param {import('node:http').IncomingMessage} request @param {string} body */
  async function pass({ method = 'GET', url = '/', headers }, body) {
    const answer = await fetch(backend + url, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (ofTheLine.has(name) ? [] : [[name, String(value)]])),
      ),
      ...(body !== '' && { body: changeJson(body, (value) => ({ ...value, ...addition })) }),
      redirect: 'manual',
    });
    const text = changeJson(await answer.text(), (value) => ({
      .../** @type {object} */ (addEverywhere(value)),
      ...('contractVersion' in value && { contractVersion: version }),
    }));
    return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type') ?? '' }, text };
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return {
    port: address.port,
    speak(spoken) {
      version = spoken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
