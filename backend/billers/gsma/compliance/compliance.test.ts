import type { ServerResponse } from 'node:http';
import fastify from 'fastify';
import { sen } from '@/lib/domain/money';
import { MovableClock } from '../../../clock';
import type { Store } from '../../../db/database';
import { openTestStore } from '../../../db/test-store.fixture';
import { addBillerCallbacks } from '../../../postings/callbacks';
import type { Services } from '../../../services';
import type { BillerCallback } from '../../biller';
import { amountSchema } from '../amounts';
import {
  createTestConnector,
  makePayment,
  openGsmaSimulator,
  openRecorder,
  sendJson,
  testApiKey,
  type Received,
} from '../gsma-harness.fixture';
import { correlationIdOf } from '../requests';
import { readCases, type ComplianceCase, type ComplianceStep } from './cases.fixture';
import { listBroken, type Script } from './rules.fixture';
import { fill } from './templates.fixture';

/*
 * The six compliance cases of Bill Payments of the GSMA interop-test-platform, each with our connector as the one who pays, and each with the
 * simulated biller as the service provider. README.md says where they deviate from the API, and what is added to them here.
 */

const cases = readCases();
const account = '1234567801';
const bill = { IDENTIFIER_TYPE: 'accountno', IDENTIFIER: account, BILL_REFERENCE: `B${account}B`, CURRENCY: 'MYR' };

const clock = new MovableClock();
let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test('there are six', () => {
  expect(cases.map(({ slug }) => slug).sort()).toEqual([
    'make-a-bill-payment-with-callback-failure',
    'make-a-bill-payment-with-callback-success',
    'make-a-bill-payment-with-polling-success',
    'retrieval-of-bill-payments-success',
    'retrieval-of-bills-failure',
    'retrieval-of-bills-success',
  ]);
});

interface Message {
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

/** What has happened at each step so far, as the cases' expressions see it: `steps.1` is the first. */
type History = Record<string, { request?: Message; response?: Message & { status: number } }>;

const listsOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat()]));

function readJson(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as unknown) : text;
}

function expectKept(scripts: readonly Script[], message: object, scope: object): void {
  expect(listBroken(fill(scripts, { ...scope }), message)).toEqual([]);
}

/** Deviation: a fixed currency in a response, though the case has a variable for it. */
function withCurrency(body: unknown, currency: string): unknown {
  if (Array.isArray(body)) return body.map((one: unknown) => withCurrency(one, currency));
  if (typeof body !== 'object' || body === null) return body;
  return { ...body, ...('currency' in body && { currency }) };
}

describe('our connector', () => {
  /** Plays the biller of a case, and records how far it has come. */
  async function openCaseBiller({ test_steps: steps }: ComplianceCase) {
    const history: History = {};
    const scope = () => ({ env: bill, steps: history });
    let next = 0;
    let repeats = 0;
    let isDecided = false;
    const broken: string[] = [];

    const pathOf = (step: ComplianceStep) => fill(step.request.uri, scope()).split('?')[0];
    const isStep = (step: ComplianceStep | undefined, { method, path }: Received) =>
      step?.source === 'mmap' && step.method === method && path.split('?')[0] === pathOf(step);

    /** What is asked beside the steps: the bill that is to be paid, and what became of a request. */
    function supporting({ path }: Received): { readonly status: number; readonly body: unknown } {
      const unknown = { status: 404, body: { errorCategory: 'identification', errorCode: 'identifierError' } };
      if (path.endsWith('/bills')) {
        const due = { amountDue: '50.00', currency: bill.CURRENCY, billStatus: 'unpaid' };
        return { status: 200, body: [{ ...due, billReference: bill.BILL_REFERENCE }] };
      }
      const [first, last] = [steps[0], steps.at(-1)];
      if (path.startsWith('/responses/') && first?.method === 'GET')
        return { status: 200, body: { link: fill(first.request.uri, scope()) } };
      if (path.startsWith('/requeststates/') && isDecided) {
        const state = { ...(history['1']?.response?.body as object), objectReference: 'PAYMENT-1' };
        const error = last?.callback?.name === 'billsPaymentsFailureEvent' && fill(last.request.body, scope());
        return { status: 200, body: { ...state, ...(error ? { status: 'failed', error } : { status: 'completed' }) } };
      }
      return unknown;
    }

    function respond(response: ServerResponse, received: Received): void {
      const step = steps[next];
      if (step === undefined || !isStep(step, received)) {
        const { status, body } = supporting(received);
        return sendJson(response, status, body);
      }
      const request = { headers: listsOf(received.headers), body: readJson(received.body) };
      const number = String(next + 1);
      history[number] = { request };
      broken.push(...listBroken(fill(step.test_request_scripts, scope()), request));
      const isRepeat = repeats < (step.repeat?.count ?? 0);
      const given = fill(isRepeat && step.repeat ? step.repeat.response : step.response, scope());
      const body = withCurrency(given.body, bill.CURRENCY);
      history[number] = { request, response: { headers: {}, body, status: given.status } };
      if (isRepeat) repeats += 1;
      else next += 1;
      sendJson(response, given.status, body);
    }

    const recorder = await openRecorder(respond);
    return {
      ...recorder,
      broken,
      /** The steps that are done. */
      done: () => next,
      /** Sends the callback that is the next step, to the address that the first was given. */
      async sendCallback(): Promise<void> {
        const step = steps[next];
        if (step?.source !== 'sp') throw new Error('no callback is due');
        next += 1;
        const { body, headers, uri } = fill(step.request, scope());
        isDecided = true;
        const sent = await fetch(uri, {
          method: step.method,
          headers: { ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        });
        const message = { status: sent.status, headers: {}, body: null };
        broken.push(...listBroken(fill(step.test_response_scripts, scope()), message));
      },
    };
  }

  /** Runs a case up to its end with the connector, and gives what it was told. */
  async function run(oneCase: ComplianceCase): Promise<unknown[]> {
    const biller = await openCaseBiller(oneCase);
    const isCalledBack = oneCase.test_steps.some(({ callback }) => callback !== undefined);
    const backend = fastify();
    let isWoken = false;
    addBillerCallbacks(backend, {
      biller: { name: 'gsma', readCallback: (callback: BillerCallback) => connector.readCallback(callback) },
      ...{ clock, db: store.db, wakeJobRunner: () => (isWoken = true) },
    } as unknown as Services);
    const origin = await backend.listen({ port: 0, host: '127.0.0.1' });
    const callbackUrl = isCalledBack ? `${origin}/callbacks/biller/gsma` : null;
    const connector = createTestConnector(biller.origin, store.db, clock, { callbackUrl });
    const answers: unknown[] = [];
    const [first] = oneCase.test_steps;
    if (first?.method === 'POST') {
      const amount = amountSchema.parse((first.request.body as { amountPaid: string }).amountPaid);
      const payment = makePayment({ accountNumber: account, billReference: bill.BILL_REFERENCE, amount });
      answers.push(await connector.postings.postPayment(payment));
      if (isCalledBack) {
        await biller.sendCallback();
        expect(isWoken).toBe(true);
      }
      const polls = (oneCase.test_steps[1]?.repeat?.count ?? 0) + 1;
      for (let poll = 0; poll < polls; poll += 1) answers.push(await connector.postings.findPosting(payment.reference));
    } else if (first?.path.endsWith('/bills')) {
      answers.push(await connector.findBill(account));
    } else {
      const reference = `sent-${oneCase.slug}`;
      await store.db
        .insertInto('gsma_requests')
        .values({
          ...{ reference, amount: sen(1_000), correlation_id: correlationIdOf(reference) },
          ...{ server_correlation_id: null, requested_at: clock.now() },
        })
        .execute();
      answers.push(await connector.postings.findPosting(reference));
    }
    expect(biller.broken).toEqual([]);
    expect(biller.done()).toBe(oneCase.test_steps.length);
    await backend.close();
    await biller.close();
    return answers;
  }

  const expected: Readonly<Record<string, readonly unknown[]>> = {
    'retrieval-of-bills-success': [
      expect.objectContaining({ billReference: 'REF-0000001', currentBalance: 5_000, overdueBalance: 5_000 }),
    ],
    'retrieval-of-bills-failure': [null],
    // None of these payments has our reference.
    'retrieval-of-bill-payments-success': [{ status: 'unreachable' }],
    'make-a-bill-payment-with-callback-success': [
      { status: 'pending' },
      { status: 'accepted', receiptNumber: 'PAYMENT-1' },
    ],
    'make-a-bill-payment-with-callback-failure': [
      { status: 'pending' },
      { status: 'refused', reason: 'insufficientFunds' },
    ],
    'make-a-bill-payment-with-polling-success': [
      ...[{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }],
      { status: 'accepted', receiptNumber: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    ],
  };

  test.each(cases.map((one) => [one.slug, one] as const))('%s', async (slug, oneCase) => {
    expect(await run(oneCase)).toEqual(expected[slug]);
  });
});

describe('the simulated biller', () => {
  async function send(url: string, step: ComplianceStep, scope: object) {
    const { body, headers } = fill(step.request, { ...scope });
    const request = {
      headers: listsOf({ ...headers }),
      body: body === undefined ? undefined : readJson(JSON.stringify(body)),
    };
    const response = await fetch(url, {
      method: step.method,
      headers: { ...headers, 'x-api-key': testApiKey },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { request, response: { headers: {}, status: response.status, body: readJson(await response.text()) } };
  }

  /** Runs a case as the one who pays. */
  async function run({ slug, test_steps: steps }: ComplianceCase): Promise<void> {
    const simulator = await openGsmaSimulator(clock);
    const callbacks = await openRecorder((response) => response.writeHead(204).end());
    const history: History = {};
    const env = slug === 'retrieval-of-bills-failure' ? { ...bill, IDENTIFIER: '1234567840' } : bill;
    const scope = () => ({ env, steps: history, mapped_urls: { mmap: { sp: callbacks.origin } } });
    for (const [index, step] of steps.entries()) {
      const number = String(index + 1);
      if (step.source === 'sp') {
        await callbacks.waitFor(1);
        const { body, headers, method, path } = callbacks.received[0] as Received;
        expect([method, path]).toEqual([step.method, '/callback']);
        expectKept(step.test_request_scripts, { headers: listsOf(headers), body: readJson(body) }, scope());
        continue;
      }
      const url = `${simulator.apiUrl}${fill(step.request.uri, scope())}`;
      history[number] = await send(url, step, scope());
      const { request, response } = history[number];
      expectKept(step.test_request_scripts, request ?? {}, scope());
      expectKept(step.test_response_scripts, response ?? {}, scope());
    }
    await callbacks.close();
    await simulator.close();
  }

  test.each(cases.map((one) => [one.slug, one] as const))('%s', async (_slug, oneCase) => {
    expect.hasAssertions();
    await run(oneCase);
  });
});

test.each([
  ['{{ env.A | default("b") }}', 'b'],
  ["{{ env.B | default('b') }}/x", 'c/x'],
  ['{{ steps.1.request.headers["X-One"].0 }}', 'first'],
  ['{{ steps.1.request.body | merge({ two: "2", }) | json_encode }}', '{"one":"1","two":"2"}'],
  ['{{ steps.1.request.body\n | merge(\n {\n two: "2",\n }\n )\n | json_encode }}', '{"one":"1","two":"2"}'],
])('the expression %s is %s', (text, expected) => {
  const steps = { '1': { request: { headers: { 'x-one': ['first'] }, body: { one: '1' } } } };
  expect(fill(text, { env: { B: 'c' }, steps })).toBe(expected);
});

test.each([
  [{ 'body.a': 'required' }, { body: {} }, 1],
  [{ 'body.a': 'in:x,y' }, { body: {} }, 0],
  [{ 'body.a': 'in:x,y' }, { body: { a: 'z' } }, 1],
  [{ 'headers.X-A.*': 'required|url' }, { headers: { 'x-a': ['not a url'] } }, 1],
  [{ 'body.*': ['array', 'max:1'] }, { body: [{ a: 1, b: 2 }] }, 1],
  [{ 'body.*': ['array', 'min:1'] }, { body: [{ a: 1 }] }, 0],
  [{ 'body.a': 'regex:/^5([.][0-9]{0,4})?$/' }, { body: { a: '6' } }, 1],
])('the rules %j of %j are broken %i times', (rules, message, times) => {
  expect(listBroken([{ name: 'x', rules }], message)).toHaveLength(times);
});
