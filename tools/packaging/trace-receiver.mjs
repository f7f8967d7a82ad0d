import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * @typedef {object} SeenSpan
 * @property {string} service
 * @property {string} name
 * @property {string} traceId
 * @property {string} spanId
 * @property {string} parentSpanId empty where a trace begins
 * @property {Record<string, string | number>} attributes
 */

/** @typedef {{ readonly endpoint: string, readonly secret: string, readonly spans: SeenSpan[], readonly texts: string[], close(): void }} TraceReceiver */

/** @param {any} list as OTLP writes attributes @returns {Record<string, string | number>} */
function readAttributes(list = []) {
  return Object.fromEntries(
    list.map((/** @type {any} */ { key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

/** @param {any} body of an export: OTLP over HTTP, as JSON @returns {SeenSpan[]} */
function readSpans(body) {
  return body.resourceSpans.flatMap((/** @type {any} */ { resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name']);
    return scopeSpans.flatMap((/** @type {any} */ scope) =>
      scope.spans.map((/** @type {any} */ { name, traceId, spanId, parentSpanId = '', attributes }) => {
        return { service, name, traceId, spanId, parentSpanId, attributes: readAttributes(attributes) };
      }),
    );
  });
}

/** As much of a collector as takes traces from who knows its secret. @returns {Promise<TraceReceiver>} */
export async function openTraceReceiver() {
  const secret = randomBytes(16).toString('hex');
  /** @type {SeenSpan[]} */
  const spans = [];
  /** @type {string[]} */
  const texts = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const isRight = request.url === '/v1/traces' && request.headers.authorization === secret;
      if (isRight) {
        texts.push(text);
        spans.push(...readSpans(JSON.parse(text)));
      }
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    secret,
    spans,
    texts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
