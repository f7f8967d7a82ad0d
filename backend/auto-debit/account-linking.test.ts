import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as oauth from 'oauth4webapi';
import { createBanks } from '../sandbox/banks/server';
import { loadSandboxKeys } from '../sandbox/keys';
import { createAccountLinking, type AccountLinking } from './account-linking';

const dataDir = mkdtempSync(join(tmpdir(), 'ebill-link-'));
const siteOrigin = 'http://localhost:3000';
const redirectUri = `${siteOrigin}/ulm/autodebit/register`;
const accountNumber = '1234567801';
let service: FastifyInstance;
let linking: AccountLinking;
let origin: string;

beforeAll(async () => {
  const keys = loadSandboxKeys(dataDir);
  const addresses = { siteOrigin, backendUrl: 'http://127.0.0.1:9', banksOrigin: 'http://127.0.0.1:9' };
  service = createBanks({ ...addresses, dataDir, keys });
  origin = await service.listen({ host: '127.0.0.1', port: 0 });
  linking = createAccountLinking({
    tokenUrl: `${origin}/link/token`,
    readClientId: async () => 'ebill',
    timeoutMs: 5_000,
    allowsPlainHttp: true,
  });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function authorise(verifier: string, button = 'approve', change: Record<string, string> = {}) {
  const fields = {
    response_type: 'code',
    client_id: 'ebill',
    redirect_uri: redirectUri,
    state: 'state',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ accountNumber, button, ...change },
  };
  const answer = await fetch(`${origin}/link/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, query: new URL(answer.headers.get('location') ?? 'x:').searchParams };
}

async function codeFor(verifier: string): Promise<string> {
  return (await authorise(verifier)).query.get('code') ?? '';
}

test('a code is exchanged once, with its verifier and address, for the account that was linked', async () => {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const code = await codeFor(codeVerifier);
  const asked = { code, codeVerifier, redirectUri };
  expect(await linking.exchange(asked)).toEqual({ ok: true, value: { accountNumber } });
  expect(await linking.exchange(asked)).toEqual({ ok: false, error: 'link-refused' });
});

test.each([
  ['another verifier', { codeVerifier: oauth.generateRandomCodeVerifier() }],
  ['another address', { redirectUri: `${siteOrigin}/elsewhere` }],
  ['another code', { code: 'guessed' }],
])('with %s it is refused, and spent', async (_name, change) => {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const asked = { code: await codeFor(codeVerifier), codeVerifier, redirectUri };
  expect(await linking.exchange({ ...asked, ...change })).toEqual({ ok: false, error: 'link-refused' });
});

test('who declines comes back with an error and the state', async () => {
  const { status, query } = await authorise(oauth.generateRandomCodeVerifier(), 'decline');
  expect([status, query.get('error'), query.get('state')]).toEqual([303, 'access_denied', 'state']);
});

test.each<Record<string, string>>([
  { redirect_uri: 'http://localhost:3000/elsewhere' },
  { redirect_uri: 'https://stranger.example/ulm/autodebit/register' },
  { code_challenge_method: 'plain' },
  { client_id: 'stranger' },
  { response_type: 'token' },
])('a request with %j goes nowhere', async (change) => {
  expect((await authorise(oauth.generateRandomCodeVerifier(), 'approve', change)).status).toBe(400);
});

test('a service that cannot be reached registers nothing', async () => {
  const nowhere = createAccountLinking({
    tokenUrl: 'http://127.0.0.1:9/link/token',
    readClientId: async () => 'ebill',
    timeoutMs: 1_000,
    allowsPlainHttp: true,
  });
  const asked = { code: 'code', codeVerifier: oauth.generateRandomCodeVerifier(), redirectUri };
  expect(await nowhere.exchange(asked)).toEqual({ ok: false, error: 'link-refused' });
});
