import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { createAccountLinking, type AccountLinking } from './account-linking';
import {
  linkedAccount,
  linkRedirectUri as redirectUri,
  startAccountLinkingServer,
  type AccountLinkingServer,
} from './account-linking-server.fixture';

let service: AccountLinkingServer;
let linking: AccountLinking;

beforeAll(async () => {
  service = await startAccountLinkingServer();
  linking = createAccountLinking({
    tokenUrl: `${service.origin}/link/token`,
    readClientId: async () => 'ebill',
    timeoutMs: 5_000,
    allowsPlainHttp: true,
  });
});
afterAll(() => service.close());

test('exchanges a code once, with its verifier and redirect URI, for the linked account', async () => {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const code = await service.codeFor(codeVerifier);
  const request = { code, codeVerifier, redirectUri };
  expect(await linking.exchange(request)).toEqual({ ok: true, value: { accountNumber: linkedAccount } });
  expect(await linking.exchange(request)).toEqual({ ok: false, error: 'link-refused' });
});

test.each([
  ['another verifier', { codeVerifier: oauth.generateRandomCodeVerifier() }],
  ['another address', { redirectUri: 'http://localhost:3000/elsewhere' }],
  ['another code', { code: 'guessed' }],
])('refuses and invalidates a code with %s', async (_name, change) => {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const request = { code: await service.codeFor(codeVerifier), codeVerifier, redirectUri };
  expect(await linking.exchange({ ...request, ...change })).toEqual({ ok: false, error: 'link-refused' });
});

test('returns an error and the state when the holder declines', async () => {
  const { status, query } = await service.authorise(oauth.generateRandomCodeVerifier(), 'decline');
  expect([status, query.get('error'), query.get('state')]).toEqual([303, 'access_denied', 'state']);
});

test.each<Record<string, string>>([
  { redirect_uri: 'http://localhost:3000/elsewhere' },
  { redirect_uri: 'https://stranger.example/ulm/autodebit/register' },
  { code_challenge_method: 'plain' },
  { client_id: 'stranger' },
  { response_type: 'token' },
])('a request with %j goes nowhere', async (change) => {
  expect((await service.authorise(oauth.generateRandomCodeVerifier(), 'approve', change)).status).toBe(400);
});

test('an unreachable service registers nothing', async () => {
  const nowhere = createAccountLinking({
    tokenUrl: 'http://127.0.0.1:9/link/token',
    readClientId: async () => 'ebill',
    timeoutMs: 1_000,
    allowsPlainHttp: true,
  });
  const request = { code: 'code', codeVerifier: oauth.generateRandomCodeVerifier(), redirectUri };
  expect(await nowhere.exchange(request)).toEqual({ ok: false, error: 'link-refused' });
});

test('row 29: of a response that does not end, the start is read', async () => {
  let sentBytes = 0;
  const endless = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const send = () => {
      do sentBytes += chunk.length;
      while (response.write(chunk));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const hostile = createAccountLinking({
    tokenUrl: `http://127.0.0.1:${(endless.address() as AddressInfo).port}/token`,
    readClientId: async () => 'ebill',
    timeoutMs: 5_000,
    allowsPlainHttp: true,
  });
  const request = { code: 'code', codeVerifier: oauth.generateRandomCodeVerifier(), redirectUri };
  expect(await hostile.exchange(request)).toEqual({ ok: false, error: 'link-refused' });
  endless.close();
  await once(endless, 'close');
  // What the buffers of both ends hold, not what 5 s would bring.
  expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
});
