import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { startTestBackend } from '../test-backend.fixture';

test('a draining backend still responds, and closes connections', async () => {
  let isDraining = false;
  const backend = await startTestBackend({ isDraining: () => isDraining });
  const ask = () => backend.app.inject({ url: '/apg/util/config' });
  const before = await ask();
  isDraining = true;
  const after = await ask();
  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive']);
  expect([after.statusCode, after.headers.connection]).toEqual([200, 'close']);
  await backend.close();
});

test('serves a request that is in flight on an open connection when the server closes', async () => {
  const backend = await startTestBackend();
  const { app } = backend;
  const accepted = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  const answered = new Promise((resolve) => caller.on('close', resolve));
  caller.setEncoding('utf8').on('data', (text: string) => (answer += text));
  caller.write('GET /health HTTP/1.1\r\nhost: localhost\r\n');
  const connection = await accepted;
  while (connection.bytesRead === 0) await turn();

  const closed = backend.close();
  while (app.server.listening) await turn();
  caller.write('\r\n');
  await answered;
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
});
