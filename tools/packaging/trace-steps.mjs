import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choices, makeIdentity } from '../payer/identity';
import { Payer } from '../payer/payer';
import { pay } from '../payer/pay';
import { projectRoot } from '../start/project.mjs';

/** @typedef {import('./trace-receiver.mjs').SeenSpan} SeenSpan */
/** @typedef {import('./walk.mjs').Step} Step */

/** Spans are exported every five seconds; how long they are waited for, ms. */
const patienceMs = 30_000;

/** From the request that a browser sent to the bank that the backend asked: each span's service and name, each the parent of the next. */
const wayOfAPayment = [
  ['ebill-site', 'POST /api/payment/pay'],
  ['ebill-site', 'backend payment.init'],
  ['ebill-backend', 'payment.init'],
  ['ebill-backend', 'gateway'],
];

/** What a payer types or is known by. @param {import('../payer/identity').PayerIdentity} identity @param {string | null} refid */
const ofThePayer = ({ accountNumber, email, mobileNumber }, refid) => [
  ...[accountNumber, email, mobileNumber, '4242424242424242', '12/39', 'TEST PAYER', String(refid)],
];

/** The spans of a trace down a way of names, as far as it goes. @param {readonly SeenSpan[]} spans */
function follow(spans) {
  /** @type {SeenSpan[]} */
  const found = [];
  for (const [service, name] of wayOfAPayment) {
    const next = spans.find(
      (span) => span.service === service && span.name === name && span.parentSpanId === (found.at(-1)?.spanId ?? ''),
    );
    if (next === undefined) return found;
    found.push(next);
  }
  return found;
}

/** @type {Step['walk']} */
async function traceAPayment({ stack, traces }) {
  const identity = makeIdentity();
  /** What the browser was given with each answer of the form that pays. @type {string[]} */
  const requestIds = [];
  const payer = new Payer({
    site: stack.site,
    async send(input, init) {
      const answer = await fetch(input, {
        ...init,
        // As a stranger who wants into another's trace.
        headers: { ...init?.headers, traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
      });
      if (new URL(input instanceof Request ? input.url : input).pathname === '/api/payment/pay')
        requestIds.push(answer.headers.get('x-request-id') ?? '');
      return answer;
    },
  });
  await pay(stack, { start: '/', choice: choices.cardWithoutChallenge, button: 'approve', ...identity }, payer);
  if (payer.shownStatuses.at(-1) !== 'successful')
    return `the payer was told ${payer.shownStatuses.join(', ') || 'nothing'}`;
  const traceId = requestIds[0]?.replaceAll('-', '');
  const ofTheTrace = () => traces.spans.filter((span) => span.traceId === traceId);
  const deadline = Date.now() + patienceMs;
  while (follow(ofTheTrace()).length < wayOfAPayment.length) {
    if (Date.now() > deadline) {
      const seen = ofTheTrace().map(
        ({ service, name, parentSpanId }) => `${service} ${name} (${parentSpanId || 'first'})`,
      );
      return `the trace ${traceId} has ${seen.join(', ') || 'nothing'}`;
    }
    await pause(100);
  }
  if (!ofTheTrace().some(({ service, name }) => service === 'ebill-backend' && name === 'transaction')) {
    return 'no transaction of the database is in the trace';
  }
  if (traces.spans.some((span) => span.traceId === 'ab'.repeat(16))) return 'a stranger’s trace was believed';
  const told = ofThePayer(identity, payer.refid).filter((text) => traces.texts.some((sent) => sent.includes(text)));
  return told.length === 0 ? null : `the spans say ${told.join(', ')}`;
}

/** The servers as they are built for the project's own folder: what they load at once stands at their head. @type {Step['walk']} */
async function findWhatIsLoaded() {
  for (const name of ['front', 'backend']) {
    const text = await readFile(join(projectRoot, 'dist', `${name}.mjs`), 'utf8');
    if (!/\bimport\("@opentelemetry\//.test(text)) return `${name} never loads OpenTelemetry`;
    if (/^import\b[^;]*"@opentelemetry\//m.test(text)) return `${name} loads OpenTelemetry whether it traces or not`;
  }
  return null;
}

/** @type {readonly Step[]} */
export const traceSteps = [
  {
    name: 'one trace leads from the browser’s request id to the gateway, and says nothing of the payer',
    walk: traceAPayment,
  },
  { name: 'nothing of OpenTelemetry is loaded at once', walk: findWhatIsLoaded },
];
