import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { billGet, transactionCreate } from '@/lib/contract/bill';
import { configGet } from '@/lib/contract/common-config';
import { themeGet } from '@/lib/contract/partners';
import { callBackend, callTimeLimit, type BackendConnection } from './backend-client';

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

let server: Server;
let connection: BackendConnection;
let answers: Answer[];
let requests: { url: string; headers: IncomingMessage['headers']; body: string }[];
let logged: string[];

beforeEach(async () => {
  answers = [];
  requests = [];
  logged = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => logged.push(String(line)) > 0);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, body });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('one request too many');
      answer(Object.assign(request, { body }), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  connection = { backendUrl: `http://127.0.0.1:${port}`, timeLimit: 1_000 };
});

afterEach(async () => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const bill = {
  accountNumber: '1234567801',
  accountName: 'A***',
  accountStatus: 'active',
  customerType: 'REGULAR',
  currentBalance: 13878,
  overdueBalance: 0,
  dueDate: '2026-12-05',
  isNew: false,
  barcode: '123456780113878',
  maximumAmount: 300000,
  serverTime: '2026-11-21T12:00:00+08:00',
};
const transaction = { accountNumber: '1234567801', payOption: 'current', amount: 13878 } as const;
const refid = 'abcdefghijklmnopqrstuvwxyz';

const json =
  (body: unknown, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const problem = (code: string, status: number, more: object = {}) =>
  json({ type: 'about:blank', title: code, status, code, call: 'x', ...more }, status);
const breakOff: Answer = (_request, response) => response.destroy();
const never: Answer = () => undefined;
const breakOffInBody: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy());
};

const getBill = () => callBackend(billGet, { accountNumber: '1234567801' }, { requestId: 'r-1' }, connection);
const createTransaction = () => callBackend(transactionCreate, transaction, { idempotencyKey: 'k-1' }, connection);

test('a POST carries JSON and the request id, and its answer is parsed', async () => {
  answers = [json(bill)];
  await expect(getBill()).resolves.toEqual({
    ok: true,
    value: { ...bill, recentPayments: [], reminderDaysBefore: null, accountsPerPayment: 1 },
  });
  expect(requests[0]).toMatchObject({ url: '/apg/bill', body: '{"accountNumber":"1234567801"}' });
  expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'r-1' });
  expect(logged).toEqual([]);
});

test('a GET has its request in the query, without missing fields', async () => {
  answers = [json({ partnerKey: 'PALE', partnerName: 'Pale', ThemeColor: '#ffe600', LogoURL: '', frameAncestors: [] })];
  await callBackend(themeGet, { refid, paymentId: undefined }, {}, connection);
  expect(requests[0]?.url).toBe(`/apg/theme?refid=${refid}`);
});

test('sends no header without a value', async () => {
  answers = [json({ isApgDown: false, serverTime: bill.serverTime })];
  await callBackend(configGet, {}, { requestId: null }, connection);
  expect(requests[0]?.headers).not.toHaveProperty('x-request-id');
  expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  expect(requests[0]?.headers).not.toHaveProperty('traceparent');
});

test('passes fetch a signal in its options, which opts out of the memoization of a GET by React', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch');
  answers = [breakOff, json({ isApgDown: false, serverTime: bill.serverTime })];
  await expect(callBackend(configGet, {}, {}, connection)).resolves.toMatchObject({ ok: true });
  expect(fetched.mock.calls.map(([, init]) => init?.signal)).toEqual([
    expect.any(AbortSignal),
    expect.any(AbortSignal),
  ]);
});

test('defaults of the contract are filled in', async () => {
  answers = [json({ isApgDown: false, serverTime: bill.serverTime })];
  const config = await callBackend(configGet, {}, {}, connection);
  expect(config).toMatchObject({ ok: true, value: { payAmtLimit: 0, ceCustomerType: 'TEST' } });
});

test.each([200, 201, 302, 399])('status %i is success', async (status) => {
  answers = [json(bill, status)];
  await expect(getBill()).resolves.toMatchObject({ ok: true });
});

test('row 29: a redirect is not followed: its empty body breaks the contract', async () => {
  answers = [(_request, response) => response.writeHead(302, { location: `${connection.backendUrl}/elsewhere` }).end()];
  await expect(getBill()).resolves.toMatchObject({ ok: false, error: { kind: 'fault', reason: 'contract' } });
  expect(requests).toHaveLength(1);
});

test.each([
  ['a body that is no JSON', ((_request, response) => response.end('<html>')) satisfies Answer],
  ['a body of another shape', json({ ...bill, currentBalance: '138.78' })],
  ['an empty body', ((_request, response) => response.end()) satisfies Answer],
])('%s is a fault that names the call', async (_name, answer) => {
  answers = [answer];
  const error = { kind: 'fault', call: 'bill.get', reason: 'contract', message: expect.stringMatching(/\S/) };
  await expect(getBill()).resolves.toEqual({ ok: false, error });
});

describe('problems', () => {
  test('a refusal that the contract foresees has its code, and is not reported', async () => {
    answers = [problem('unknown-account', 404, { parameters: { left: 2 }, retryAfter: 9 })];
    const error = {
      kind: 'problem',
      call: 'bill.get',
      code: 'unknown-account',
      status: 404,
      parameters: { left: 2 },
      retryAfter: 9,
    };
    await expect(getBill()).resolves.toEqual({ ok: false, error });
    expect(logged).toEqual([]);
  });

  test('a code that is not in the contract is a fault', async () => {
    answers = [problem('teapot', 418)];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { kind: 'fault', reason: 'status' } });
  });
});

// Specification, section 8: client errors.
test.each([
  ['a broken connection', breakOff, 'Network Error'],
  ['no response in time', never, 'timeout of 300ms exceeded'],
  ['an error status without a problem', json({}, 418), 'Request failed with status code 418'],
  ['a technical error of the backend', problem('technical-error', 500), 'Request failed with status code 500'],
] as const)('%s is logged with its message', async (_name, answer, message) => {
  connection = { ...connection, timeLimit: 300 };
  answers = [answer, answer];
  await getBill();
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ event: 'backend.error', call: 'bill.get', message });
});

describe('tries', () => {
  test('a read is tried again after a 5xx', async () => {
    answers = [problem('technical-error', 500), json(bill)];
    await expect(getBill()).resolves.toMatchObject({ ok: true });
  });

  test('a read is tried again after a broken connection, twice at most', async () => {
    answers = [breakOff, breakOff];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'network' } });
    expect(requests).toHaveLength(2);
  });

  test('a read is not tried again after a refusal', async () => {
    answers = [problem('unknown-account', 404)];
    await getBill();
    expect(requests).toHaveLength(1);
  });

  test('a write is tried again after a broken connection, under the same key', async () => {
    answers = [breakOff, json({ transactionRefId: refid, serverTime: bill.serverTime })];
    await expect(createTransaction()).resolves.toMatchObject({ ok: true });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
  });

  test('a write is not tried again after a 5xx', async () => {
    answers = [problem('technical-error', 500)];
    await expect(createTransaction()).resolves.toMatchObject({ ok: false, error: { code: 'technical-error' } });
    expect(requests).toHaveLength(1);
  });

  test('a write without a key is a bug', async () => {
    await expect(callBackend(transactionCreate, transaction, {}, connection)).rejects.toThrow('idempotency key');
  });

  test('returns the problem of the second try of a read after two 5xx', async () => {
    answers = [problem('technical-error', 500), problem('not-ready', 503)];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { code: 'not-ready', status: 503 } });
    expect(requests).toHaveLength(2);
  });

  test.each([500, 501, 503, 505, 511, 599])('retries a read after status %i', async (status) => {
    answers = [json({}, status), json(bill)];
    await expect(getBill()).resolves.toMatchObject({ ok: true });
  });

  test.each([400, 408, 413, 429])('does not retry a read after status %i', async (status) => {
    answers = [json({}, status)];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'status' } });
    expect(requests).toHaveLength(1);
  });

  test('retries a read after a connection that breaks within the body', async () => {
    answers = [breakOffInBody, json(bill)];
    await expect(getBill()).resolves.toMatchObject({ ok: true });
  });

  test('retries a write with the same body and key after a connection that breaks within the response', async () => {
    answers = [breakOffInBody, json({ transactionRefId: refid, serverTime: bill.serverTime })];
    await expect(createTransaction()).resolves.toMatchObject({ ok: true });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([transaction, transaction]);
  });

  test('tries a write at most twice', async () => {
    answers = [breakOff, breakOff];
    await expect(createTransaction()).resolves.toMatchObject({ ok: false, error: { reason: 'network' } });
    expect(requests).toHaveLength(2);
  });

  test('waits 100 ms before the second try, whatever Retry-After asks for', async () => {
    let failedAt = 0;
    let retriedAfter = 0;
    answers = [
      (_request, response) => {
        failedAt = performance.now();
        response.writeHead(503, { 'retry-after': '30' }).end();
      },
      (...exchange) => {
        retriedAfter = performance.now() - failedAt;
        json(bill)(...exchange);
      },
    ];
    await expect(getBill()).resolves.toMatchObject({ ok: true });
    // A timer may fire up to 1 ms early.
    expect(retriedAfter).toBeGreaterThan(98);
  });

  test('logs and traces the number of tries', async () => {
    const notes: object[] = [];
    const span = {
      traceId: '',
      traceparent: 'trace-1',
      rename: () => {},
      setAttributes: (attributes: object) => notes.push(attributes),
      end: jest.fn(),
    };
    globalThis.ebillTracer = { startSpan: () => span, startTrace: () => span, current: new AsyncLocalStorage() };
    try {
      answers = [breakOff, breakOff];
      await getBill();
    } finally {
      globalThis.ebillTracer = undefined;
    }
    expect(requests.map(({ headers }) => headers.traceparent)).toEqual(['trace-1', 'trace-1']);
    expect(notes).toEqual([{ 'ebill.outcome': 'network', 'ebill.tries': 2 }]);
    expect(span.end).toHaveBeenCalledWith(true);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ reason: 'network', tries: 2 });
  });
});

describe('time', () => {
  test('a call may take the forty seconds of the specification', () => {
    expect(callTimeLimit).toBe(40_000);
  });

  test('the limit applies to a backend that never responds', async () => {
    connection = { ...connection, timeLimit: 500 };
    answers = [never];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'timeout' } });
    expect(requests).toHaveLength(1);
  });

  test('the limit applies to a body that never ends', async () => {
    connection = { ...connection, timeLimit: 60 };
    answers = [(_request, response) => void response.writeHead(200).write('{')];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'timeout' } });
  });

  test('the limit is for both tries together', async () => {
    connection = { ...connection, timeLimit: 2_000 };
    answers = [(...exchange) => void setTimeout(() => breakOff(...exchange), 1_500), never];
    const startedAt = performance.now();
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'timeout' } });
    expect(requests).toHaveLength(2);
    // A second try with its own limit would take 3.5 s.
    expect(performance.now() - startedAt).toBeLessThan(3_400);
  });

  test('the limit includes the body of the second try', async () => {
    connection = { ...connection, timeLimit: 600 };
    answers = [problem('technical-error', 500), (_request, response) => void response.writeHead(200).write('{')];
    await expect(getBill()).resolves.toMatchObject({ ok: false, error: { reason: 'timeout' } });
    expect(requests).toHaveLength(2);
  });

  test('the limit includes the retry delay, and no request follows it', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await expect(callBackend(configGet, {}, {}, { ...connection, timeLimit: 50 })).resolves.toMatchObject({
      error: { reason: 'timeout' },
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a write that reaches the limit is not retried', async () => {
    connection = { ...connection, timeLimit: 300 };
    answers = [never];
    await expect(createTransaction()).resolves.toMatchObject({ ok: false, error: { reason: 'timeout' } });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(requests).toHaveLength(1);
  });

  test('the limit ends the second try and a body even if they ignore the signal', async () => {
    const endless = () => Promise.resolve(new Response(new ReadableStream()));
    const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'));
    fetched.mockImplementation(endless);
    const result = await callBackend(configGet, {}, {}, { ...connection, timeLimit: 400 });
    expect(result).toMatchObject({ ok: false, error: { reason: 'timeout' } });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('the timer ends with the response, since it retains the context of the page', async () => {
    const begun = jest.spyOn(globalThis, 'setTimeout');
    const ended = jest.spyOn(globalThis, 'clearTimeout');
    connection = { ...connection, timeLimit: callTimeLimit };
    answers = [json(bill)];
    await getBill();
    const limits = begun.mock.calls.flatMap(([, delay], index) =>
      delay === callTimeLimit ? [begun.mock.results[index]?.value] : [],
    );
    expect(limits).toHaveLength(1);
    expect(ended).toHaveBeenCalledWith(limits[0]);
  });
});

test('row 31: a fault is reported with its call and request, and without anything that was sent or received', async () => {
  answers = [json({ secret: '4111111111111111' })];
  await getBill();
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    event: 'backend.error',
    call: 'bill.get',
    method: 'POST',
    path: '/apg/bill',
    reason: 'contract',
    message: expect.stringMatching(/\S/),
    tries: 1,
    requestId: 'r-1',
  });
  expect(logged[0]).not.toMatch(/1234567801|1111.{0,3}1111/);
});

test('a fetch whose signal was garbage-collected is also aborted at the time limit', async () => {
  const never = jest.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  const result = await callBackend(configGet, {}, {}, { ...connection, timeLimit: 50 });
  never.mockRestore();
  expect(result).toMatchObject({ ok: false, error: { call: 'config.get', reason: 'timeout' } });
});
