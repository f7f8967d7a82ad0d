import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { respondToMalformedRequests } from './malformed-requests';

let server: Server;

beforeEach(async () => {
  server = createServer((_request, response) => response.end('well-formed'));
  respondToMalformedRequests(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Sends a head, and a body in pieces, most of them after the response; rejects if the connection is reset. */
function call(head: string, pieces = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(head));
    let answer = '';
    const send = (left: number) => {
      if (left === 0) socket.end();
      else socket.write('b'.repeat(10_000), () => setImmediate(() => send(left - 1)));
    };
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    socket.once('data', () => send(pieces));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

const post = (header: string) => `POST / HTTP/1.1\r\nHost: a\r\n${header}\r\nContent-Length: 9000000\r\n\r\nb`;

test.each([
  ['a control character', 'X-A: a\u0001b', '400 Bad Request'],
  ['headers that are too large', `X-A: ${'a'.repeat(20_000)}`, '431 Request Header Fields Too Large'],
])('row 49: a request with %s gets a response, and its connection is not reset', async (_name, header, status) => {
  const answer = await call(post(header), 50);
  expect(answer).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
});

test('row 49: a malformed request whose body does not end is given up', async () => {
  await expect(call(post('X-A: a\u0001b'), 800)).rejects.toThrow();
});

test('a well-formed request is answered by the server', async () => {
  expect(await call('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 .*well-formed$/s,
  );
});
