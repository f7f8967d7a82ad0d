import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from './exporter';
import { startTrace, getTraceIdAsUuid, startSpan, traceSpan, traceRoot, runInSpan } from './spans';

const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const work = { name: 'work', kind: 'internal' } as const;

/** What the collector that stands in was sent, and what it answers with. */
let exported: string[];
let answers: number;
let collector: Server;
let endpoint: string;
let stop: (() => Promise<void>) | null;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      exported.push(text);
      response.writeHead(answers, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});

beforeEach(() => {
  exported = [];
  answers = 200;
  stop = null;
});
afterEach(async () => stop?.());

afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

async function begin(share = 1, onFault = () => {}) {
  stop = await startTracing('here', { endpoint, headers: {}, sampleRatio: share }, onFault);
}

test('where nothing is traced, work is done as if there were no spans', async () => {
  expect(startSpan(work)).toBeNull();
  expect(startTrace(work, { requestId })).toBeNull();
  await expect(traceSpan(work, async (span) => [span, getTraceIdAsUuid()])).resolves.toEqual([null, null]);
  await expect(traceRoot(work, {}, () => Promise.reject(new Error('as it was')))).rejects.toThrow('as it was');
});

test('a request’s id becomes the trace’s, for whatever is done under it, and a work’s parent is what it was begun in', async () => {
  await begin();
  await traceRoot(work, { requestId }, async (outer) => {
    expect(getTraceIdAsUuid()).toBe(requestId);
    await Promise.resolve();
    await traceSpan({ ...work, name: 'inner' }, async (inner) => {
      expect(inner?.traceId).toBe(outer?.traceId);
      expect(inner?.traceparent).toMatch(/^00-0f8fad5bd9cb469fa16570867728950e-[\da-f]{16}-01$/);
    });
  });
  await stop?.();
  const [text = ''] = exported;
  expect([...text.matchAll(/"name":"(work|inner)"/g)].map(([, name]) => name)).toEqual(['inner', 'work']);
});

test('another process’s trace is gone on with, and one that is none is not', async () => {
  await begin();
  const theirs = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  expect(startTrace(work, { traceparent: theirs, requestId })?.traceId).toBe('ab'.repeat(16));
  for (const traceparent of ['', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, `${theirs}-more`, 'ab'.repeat(40)]) {
    expect(startTrace(work, { traceparent, requestId })?.traceId).toBe(requestId.replaceAll('-', ''));
  }
  expect(startTrace(work, { requestId: 'job-1' })?.traceId).toMatch(/^[\da-f]{32}$/);
});

test('what is left out is left out by every process of it', async () => {
  await begin(0);
  const span = startTrace(work, { requestId });
  expect(span?.traceparent).toMatch(/-00$/);
  const next = startTrace(work, { traceparent: span?.traceparent });
  expect([next?.traceId, next?.traceparent]).toEqual([span?.traceId, expect.stringMatching(/-00$/)]);
  runInSpan(span, () => startSpan(work)?.end());
  next?.end();
  span?.end();
  await stop?.();
  expect(exported).toEqual([]);
});

test('an error is a failure of its span, and nothing of what it says is exported', async () => {
  await begin();
  await expect(traceRoot(work, {}, () => Promise.reject(new Error('4111111111111111')))).rejects.toThrow('4111');
  await stop?.();
  expect(exported.join('')).toContain('"status":{"code":2}');
  expect(exported.join('')).not.toContain('4111');
});

test('a collector that refuses exports is reported and delays nothing', async () => {
  const onFault = jest.fn();
  await begin(1, onFault);
  answers = 400;
  await traceRoot(work, {}, async () => {});
  await stop?.();
  expect(onFault).toHaveBeenCalledTimes(1);
});
