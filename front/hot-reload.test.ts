import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { forwardUpgrades } from './hot-reload';
import { listAllowedHosts } from './request-validation';
import { createFront, drainServer, type FrontServer } from './server';

const settings = { port: 3000, publicOrigin: 'http://localhost:3000', trustedProxies: 0, logsRequests: false };
let front: FrontServer;

async function listen(): Promise<void> {
  front = createFront({
    settings,
    handle: (_request, response) => void response.writeHead(200, { connection: 'close' }).end('a page'),
    log: () => undefined,
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
}
beforeEach(listen);
afterEach(() => drainServer(front, 200));

/** Replaces Next: accepts every handshake. */
function startNext() {
  const accepted: string[] = [];
  const next = createServer().on('upgrade', (request, socket) => {
    accepted.push(request.url ?? '');
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  });
  return {
    next,
    accepted,
    close: forwardUpgrades(front, next, listAllowedHosts(settings.publicOrigin, settings.port)),
  };
}

/** Requests a WebSocket; `opened` resolves with the first bytes of the response, `ended` with all of them. */
function handshake(path: string, host = 'localhost:3000') {
  const socket = connect((front.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`),
  );
  let answer = '';
  const opened = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
  socket.on('data', (bytes) => (answer += String(bytes))).on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  return { opened, ended };
}

test('forwards a handshake to Next, and closes the connection on demand', async () => {
  const { accepted, close } = startNext();
  const { opened, ended } = handshake('/_next/hmr?id=1');
  expect(await opened).toContain('101 Switching Protocols');
  expect(accepted).toEqual(['/_next/hmr?id=1']);
  close();
  await ended;
});

test.each([
  ['another host', '/_next/hmr', 'evil.example'],
  ['a path of the site', '/api/bill/lookup', 'localhost:3000'],
])('rejects a handshake for %s', async (_case, path, host) => {
  const { accepted } = startNext();
  expect(await handshake(path, host).ended).toBe('');
  expect(accepted).toEqual([]);
});

test('without hot reloading a handshake is an ordinary request', async () => {
  expect(await handshake('/_next/hmr').ended).toMatch(/^HTTP\/1\.1 200 OK[^]*a page/);
});
