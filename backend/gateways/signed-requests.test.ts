import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { signAnswer } from '../../sandbox/simulators/acquirer/signature';
import { postSignedRequest } from './signed-requests';

const key = { keyId: 'ebill', secret: 's'.repeat(32) };
const number = 'a'.repeat(20);

type Respond = (response: ServerResponse, request: { readonly path: string; readonly mac: string }) => void;

/** The responses to the next requests. */
let responses: Respond[] = [];
let received = 0;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await readText(request);
  received += 1;
  const mac = /mac=([0-9a-f]{64})$/.exec(String(request.headers['x-signature']))?.[1] ?? '';
  responses.shift()?.(response, { path: request.url ?? '', mac });
}
const server = createServer((request, response) => void handle(request, response));
let hostUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = 0;
});

const lose: Respond = (response) => response.destroy();
const limit: Respond = (response) =>
  response.writeHead(429, { 'content-type': 'text/html' }).end('<h1>Too Many Requests</h1>');
const refuseSigned: Respond = (response, { path, mac }) => {
  const body = JSON.stringify({ error: 'number-used' });
  response.writeHead(409, { 'x-signature': signAnswer(key, path, mac, body) }).end(body);
};
const acceptSigned: Respond = (response, { path, mac }) => {
  const body = JSON.stringify({ number });
  response.writeHead(200, { 'x-signature': signAnswer(key, path, mac, body) }).end(body);
};

function post(...next: Respond[]) {
  responses = next;
  return postSignedRequest(
    { hostUrl, key, timeoutMs: 5_000 },
    '/authorise',
    { number },
    z.object({ number: z.string() }),
  );
}

// acquirer/README.md: without a response, or with an unsigned one, the outcome is unknown.
test.each([
  ['unsigned, to the only request: a proxy on the way back may have sent it', [limit], 'unreachable'],
  ['signed, to the only request', [refuseSigned], 'refused'],
  ['signed, to a retry', [lose, refuseSigned], 'refused'],
  ['unsigned, to a retry: the first request may have been handled', [lose, limit], 'unreachable'],
] as const)('a 4xx response, %s', async (_name, next, error) => {
  expect(await post(...next)).toEqual({ ok: false, error });
  expect(received).toBe(next.length);
});

test('a retry that is answered as signed has the outcome', async () => {
  expect(await post(lose, acceptSigned)).toEqual({ ok: true, value: { number } });
});

test('a response that is too long is not read to its end: the outcome is unknown', async () => {
  let sent = 0;
  const pour: Respond = (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'a');
    const more = () => {
      while (!response.destroyed && sent < 512 * 1024 * 1024 && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', more).writeHead(200);
    more();
  };
  expect(await post(pour, pour)).toEqual({ ok: false, error: 'unreachable' });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
