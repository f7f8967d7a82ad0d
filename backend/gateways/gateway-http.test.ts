import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { underRequestId } from '../request-id';
import { postFormToGateway } from './gateway-http';

const asked: IncomingHttpHeaders[] = [];
const gateway = createServer((request, response) => {
  asked.push(request.headers);
  request.resume().on('end', () => response.end('OK'));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
});
afterAll(() => gateway.close());
beforeEach(() => (asked.length = 0));

const post = () => postFormToGateway(url, { a: 'b c' }, 5_000);

test('a gateway is told the id of the request that it is asked for', async () => {
  const answer = await underRequestId('browser-1234', post);
  expect(answer).toMatchObject({ ok: true, value: { status: 200, text: 'OK' } });
  expect(asked).toEqual([expect.objectContaining({ 'x-request-id': 'browser-1234' })]);
});

test('two requests at once keep their ids apart', async () => {
  await Promise.all(['one-12345', 'two-12345'].map((id) => underRequestId(id, post)));
  expect(asked.map((headers) => headers['x-request-id']).sort()).toEqual(['one-12345', 'two-12345']);
});

test('outside of any request there is no id', async () => {
  await post();
  expect(asked[0]).not.toHaveProperty('x-request-id');
});
