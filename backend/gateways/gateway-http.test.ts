import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runWithRequestId } from '../request-id';
import { getFromGateway, postFormToGateway } from './gateway-http';

const asked: IncomingHttpHeaders[] = [];
const answerOk = (response: ServerResponse) => void response.end('OK');
let answerBy: (response: ServerResponse) => unknown = answerOk;
const gateway = createServer((request, response) => {
  asked.push(request.headers);
  request.resume().on('end', () => answerBy(response));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});
beforeEach(() => {
  asked.length = 0;
  answerBy = answerOk;
});

const post = () => postFormToGateway(url, { a: 'b c' }, 5_000);

test('sends the request id to a gateway', async () => {
  const answer = await runWithRequestId('browser-1234', post);
  expect(answer).toMatchObject({ ok: true, value: { status: 200, text: 'OK' } });
  expect(asked).toEqual([expect.objectContaining({ 'x-request-id': 'browser-1234' })]);
});

test('concurrent requests keep their own ids', async () => {
  await Promise.all(['one-12345', 'two-12345'].map((id) => runWithRequestId(id, post)));
  expect(asked.map((headers) => headers['x-request-id']).sort()).toEqual(['one-12345', 'two-12345']);
});

test.each([
  [
    'is cut off in the middle',
    (response: ServerResponse) => void response.writeHead(200).write('O', () => response.destroy()),
  ],
  ['does not come', () => {}],
])('an answer that %s is none', async (_name, answer) => {
  answerBy = answer;
  expect(await postFormToGateway(url, { a: 'b c' }, 300)).toEqual({ ok: false, error: 'unreachable' });
});

test('returns a redirect without following it', async () => {
  answerBy = (response) => response.writeHead(302, { location: url }).end('elsewhere');
  expect(await post()).toMatchObject({ ok: true, value: { status: 302, text: 'elsewhere' } });
  expect(asked).toHaveLength(1);
});

test('retries on a connection that the gateway has closed', async () => {
  await post();
  gateway.closeAllConnections();
  expect(await post()).toMatchObject({ ok: true, value: { text: 'OK' } });
});

test('a gateway that does not listen is unreachable', async () => {
  expect(await postFormToGateway('http://127.0.0.1:9/', {}, 5_000)).toEqual({ ok: false, error: 'unreachable' });
});

test('gets a resource without a body', async () => {
  const headers = { accept: 'application/json', 'x-api-key': 'k' };
  expect(await getFromGateway({ url, headers, timeoutMs: 5_000 })).toMatchObject({
    value: { status: 200, text: 'OK' },
  });
  expect(asked).toEqual([expect.objectContaining(headers)]);
  expect(asked[0]).not.toHaveProperty('content-length');
  expect(asked[0]).not.toHaveProperty('content-type');
});

test('there is no request id outside a request', async () => {
  await post();
  expect(asked[0]).not.toHaveProperty('x-request-id');
});
