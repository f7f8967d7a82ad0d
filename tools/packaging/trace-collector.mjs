import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * @typedef {object} ReceivedSpan
 * @property {string} service
 * @property {string} name
 * @property {string} traceId
 * @property {string} spanId
 * @property {string} parentSpanId empty for the root span
 * @property {Record<string, string | number>} attributes
 */

/** @typedef {{ readonly endpoint: string, readonly secret: string, readonly spans: ReceivedSpan[], readonly bodies: string[], close(): void }} TraceCollector */

/** @param {any} list OTLP attributes @returns {Record<string, string | number>} */
function readAttributes(list = []) {
  return Object.fromEntries(
    list.map((/** @type {any} */ { key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}

/** @param {any} body of an OTLP/HTTP export in JSON @returns {ReceivedSpan[]} */
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

/** Starts an OpenTelemetry collector that stores the spans of authorised exports. @returns {Promise<TraceCollector>} */
export async function startTraceCollector() {
  const secret = randomBytes(16).toString('hex');
  /** @type {ReceivedSpan[]} */
  const spans = [];
  /** @type {string[]} */
  const bodies = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const isAuthorised = request.url === '/v1/traces' && request.headers.authorization === secret;
      if (isAuthorised) {
        bodies.push(body);
        spans.push(...readSpans(JSON.parse(body)));
      }
      response.writeHead(isAuthorised ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    secret,
    spans,
    bodies,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
