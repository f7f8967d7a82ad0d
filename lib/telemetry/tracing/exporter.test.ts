import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from './exporter';
import { startTrace, getTraceIdAsUuid, startSpan, traceSpan, traceRoot, runInSpan } from './spans';

const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const operation = { name: 'work', kind: 'internal' } as const;

/** The bodies that the fake collector received, and the status of its responses. */
let exported: string[];
let collectorStatus: number;
let collector: Server;
let endpoint: string;
let stop: (() => Promise<void>) | null;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      exported.push(text);
      response.writeHead(collectorStatus, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});

beforeEach(() => {
  exported = [];
  collectorStatus = 200;
  stop = null;
});
afterEach(async () => stop?.());

afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

async function start(sampleRatio = 1, onError = () => {}) {
  stop = await startTracing('service', { endpoint, headers: {}, sampleRatio }, onError);
}

test('does nothing when tracing is off', async () => {
  expect(startSpan(operation)).toBeNull();
  expect(startTrace(operation, { requestId })).toBeNull();
  await expect(traceSpan(operation, async (span) => [span, getTraceIdAsUuid()])).resolves.toEqual([null, null]);
  await expect(traceRoot(operation, {}, () => Promise.reject(new Error('unchanged')))).rejects.toThrow('unchanged');
});

test('uses the request id as trace id, and nests spans', async () => {
  await start();
  await traceRoot(operation, { requestId }, async (outer) => {
    expect(getTraceIdAsUuid()).toBe(requestId);
    await Promise.resolve();
    await traceSpan({ ...operation, name: 'inner' }, async (inner) => {
      expect(inner?.traceId).toBe(outer?.traceId);
      expect(inner?.traceparent).toMatch(/^00-0f8fad5bd9cb469fa16570867728950e-[\da-f]{16}-01$/);
    });
  });
  await stop?.();
  const [text = ''] = exported;
  expect([...text.matchAll(/"name":"(work|inner)"/g)].map(([, name]) => name)).toEqual(['inner', 'work']);
});

test('continues the trace of another process, but not an invalid traceparent', async () => {
  await start();
  const remote = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  expect(startTrace(operation, { traceparent: remote, requestId })?.traceId).toBe('ab'.repeat(16));
  for (const traceparent of ['', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, `${remote}-more`, 'ab'.repeat(40)]) {
    expect(startTrace(operation, { traceparent, requestId })?.traceId).toBe(requestId.replaceAll('-', ''));
  }
  expect(startTrace(operation, { requestId: 'job-1' })?.traceId).toMatch(/^[\da-f]{32}$/);
});

test('every process of an unsampled trace exports nothing', async () => {
  await start(0);
  const span = startTrace(operation, { requestId });
  expect(span?.traceparent).toMatch(/-00$/);
  const next = startTrace(operation, { traceparent: span?.traceparent });
  expect([next?.traceId, next?.traceparent]).toEqual([span?.traceId, expect.stringMatching(/-00$/)]);
  runInSpan(span, () => startSpan(operation)?.end());
  next?.end();
  span?.end();
  await stop?.();
  expect(exported).toEqual([]);
});

test('an error sets the status of its span, and its message is not exported', async () => {
  await start();
  await expect(traceRoot(operation, {}, () => Promise.reject(new Error('4111111111111111')))).rejects.toThrow('4111');
  await stop?.();
  expect(exported.join('')).toContain('"status":{"code":2}');
  expect(exported.join('')).not.toMatch(/1111.{0,3}1111/);
});

test('a collector that rejects exports is reported once and delays nothing', async () => {
  const onError = jest.fn();
  await start(1, onError);
  collectorStatus = 400;
  await traceRoot(operation, {}, async () => {});
  await stop?.();
  expect(onError).toHaveBeenCalledTimes(1);
});
