import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choices, makeIdentity } from '../payer/identity';
import { Payer } from '../payer/payer';
import { pay } from '../payer/pay';
import { projectRoot } from '../start/project.mjs';

/** @typedef {import('./trace-collector.mjs').ReceivedSpan} ReceivedSpan */
/** @typedef {import('./verify-archives.mjs').Check} Check */

/** Milliseconds until spans must have arrived; they are exported every five seconds. */
const exportTimeoutMs = 30_000;

/** Service and name of each span from the browser's request to the gateway call; each is the parent of the next. */
const expectedPath = [
  ['ebill-site', 'POST /api/payment/pay'],
  ['ebill-site', 'backend payment.init'],
  ['ebill-backend', 'payment.init'],
  ['ebill-backend', 'gateway'],
];

/** Returns the payer's personal data, which no span may contain. @param {import('../payer/identity').PayerIdentity} identity @param {string | null} refid */
const listPersonalData = ({ accountNumber, email, mobileNumber }, refid) => [
  ...[accountNumber, email, mobileNumber, '4242424242424242', '12/39', 'TEST PAYER', String(refid)],
];

/** Returns the spans of a trace along the expected path, up to the first that is missing. @param {readonly ReceivedSpan[]} spans */
function findPath(spans) {
  /** @type {ReceivedSpan[]} */
  const found = [];
  for (const [service, name] of expectedPath) {
    const next = spans.find(
      (span) => span.service === service && span.name === name && span.parentSpanId === (found.at(-1)?.spanId ?? ''),
    );
    if (next === undefined) return found;
    found.push(next);
  }
  return found;
}

/** @type {Check['run']} */
async function checkPaymentTrace({ stack, traces }) {
  const identity = makeIdentity();
  /** The request id of each response to the payment form. @type {string[]} */
  const requestIds = [];
  const payer = new Payer({
    site: stack.site,
    async send(input, init) {
      const response = await fetch(input, {
        ...init,
        // A forged trace context, which must be ignored.
        headers: { ...init?.headers, traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
      });
      if (new URL(input instanceof Request ? input.url : input).pathname === '/api/payment/pay')
        requestIds.push(response.headers.get('x-request-id') ?? '');
      return response;
    },
  });
  await pay(stack, { start: '/', choice: choices.cardWithoutChallenge, button: 'approve', ...identity }, payer);
  if (payer.shownStatuses.at(-1) !== 'successful')
    return `the payer was shown ${payer.shownStatuses.join(', ') || 'nothing'}`;
  const traceId = requestIds[0]?.replaceAll('-', '');
  const listTraceSpans = () => traces.spans.filter((span) => span.traceId === traceId);
  const deadline = Date.now() + exportTimeoutMs;
  while (findPath(listTraceSpans()).length < expectedPath.length) {
    if (Date.now() > deadline) {
      const received = listTraceSpans().map(
        ({ service, name, parentSpanId }) => `${service} ${name} (${parentSpanId || 'root'})`,
      );
      return `the trace ${traceId} has ${received.join(', ') || 'nothing'}`;
    }
    await pause(100);
  }
  if (!listTraceSpans().some(({ service, name }) => service === 'ebill-backend' && name === 'transaction')) {
    return 'the trace has no database transaction';
  }
  if (traces.spans.some((span) => span.traceId === 'ab'.repeat(16))) return 'the forged trace context was accepted';
  const leaked = listPersonalData(identity, payer.refid).filter((text) =>
    traces.bodies.some((body) => body.includes(text)),
  );
  return leaked.length === 0 ? null : `the spans contain ${leaked.join(', ')}`;
}

/** Checks that the bundles import OpenTelemetry dynamically. @type {Check['run']} */
async function checkLazyLoading() {
  for (const name of ['front', 'backend']) {
    const text = await readFile(join(projectRoot, 'dist', `${name}.mjs`), 'utf8');
    if (!/\bimport\("@opentelemetry\//.test(text)) return `${name} does not load OpenTelemetry`;
    if (/^import\b[^;]*"@opentelemetry\//m.test(text)) return `${name} loads OpenTelemetry even if tracing is off`;
  }
  return null;
}

/** @type {readonly Check[]} */
export const tracingChecks = [
  {
    name: 'one trace connects the browser’s request id to the gateway call, without personal data',
    run: checkPaymentTrace,
  },
  { name: 'OpenTelemetry is loaded only if tracing is on', run: checkLazyLoading },
];
