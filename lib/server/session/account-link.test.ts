import { createHash } from 'node:crypto';
import { refidSchema } from '@/lib/contract/primitives';
import {
  clearAccountLinkCookie,
  makeAccountLinkCookie,
  readAccountLinkSession,
  parseAccountLinkCallback,
  buildAuthorizeUrl,
} from './account-link';

const cookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ cookies: async () => cookies }));

const service = {
  authorizeUrl: 'https://link.example/oauth/authorize?tenant=tv',
  clientId: 'ebill',
  redirectUri: 'https://ebill.example/ulm/autodebit/register',
};
const refid = refidSchema.parse('abcdefghijklmnopqrstuvwxyz');
const link = { refid, state: 'the-state-of-this-visit', codeVerifier: 'v'.repeat(43) };

/** Stores a cookie as a browser does. */
function keep(line: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  cookies.set(name, { value });
}

beforeEach(() => cookies.clear());

test('an account-link session has its own state and verifier, sealed in an HttpOnly cookie', async () => {
  const line = await makeAccountLinkCookie(refid);
  expect(line).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax/);
  keep(line);
  const begun = await readAccountLinkSession();
  expect(begun).toEqual({
    refid,
    state: expect.stringMatching(/^[\w-]{43}$/),
    codeVerifier: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(line).not.toContain(begun?.state);
  keep(await makeAccountLinkCookie(refid));
  const again = await readAccountLinkSession();
  expect(again?.state).not.toBe(begun?.state);
  expect(again?.codeVerifier).not.toBe(begun?.codeVerifier);
});

test('rejects an ended or forged session', async () => {
  keep(clearAccountLinkCookie());
  expect(await readAccountLinkSession()).toBeNull();
  cookies.set('ebill-link', { value: Buffer.from(JSON.stringify(link)).toString('base64url') });
  expect(await readAccountLinkSession()).toBeNull();
});

test('builds an OAuth 2.1 authorization request with code, state and code challenge', async () => {
  const url = new URL(await buildAuthorizeUrl(service, link));
  expect(url.origin + url.pathname).toBe('https://link.example/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: 'tv',
    response_type: 'code',
    client_id: 'ebill',
    redirect_uri: service.redirectUri,
    state: link.state,
    code_challenge: createHash('sha256').update(link.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  expect(url.href).not.toContain(link.codeVerifier);
});

test.each([
  ['its code and our state', { code: 'c', state: link.state }, { ok: true, value: 'c' }],
  ['its own issuer', { code: 'c', state: link.state, iss: 'https://link.example' }, { ok: true, value: 'c' }],
  ['no state', { code: 'c' }, { ok: false, error: 'foreign' }],
  ['the state of another visit', { code: 'c', state: 'of-another-visit' }, { ok: false, error: 'foreign' }],
  ['an empty state', { code: 'c', state: '' }, { ok: false, error: 'foreign' }],
  ['another issuer', { code: 'c', state: link.state, iss: 'https://evil.example' }, { ok: false, error: 'invalid' }],
  ['neither code nor error', { state: link.state }, { ok: false, error: 'invalid' }],
  ['a refusal', { error: 'access_denied', state: link.state }, { ok: false, error: 'denied' }],
  ['a refusal of another visit', { error: 'access_denied', state: 'other' }, { ok: false, error: 'foreign' }],
  ['the tokens of an implicit grant', { response: 'jwt', state: link.state }, { ok: false, error: 'invalid' }],
])('parses a callback with %s', (_name, answer, read) => {
  const url = new URL(service.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  expect(parseAccountLinkCallback(service, link, url)).toEqual(read);
});

test('rejects a callback with two state parameters', () => {
  const url = new URL(`${service.redirectUri}?code=c&state=${link.state}&state=${link.state}`);
  expect(parseAccountLinkCallback(service, link, url)).toEqual({ ok: false, error: 'foreign' });
});
