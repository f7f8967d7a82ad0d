import { expect, test } from '../fixtures/journey';

test('every document has a strict CSP with its own nonce', async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of [
    '/',
    '/apg/help',
    '/legal/terms-and-conditions',
    '/no/such/page',
    '/bankResultFPX',
    '/epayment/entry',
  ]) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy, path).toMatch(/script-src [^;]*'nonce-[^']+'[^;]*'strict-dynamic'/);
    expect(policy, path).toMatch(/style-src 'self' 'nonce-[^' ]+';/);
    expect(policy, path).not.toContain('unsafe-');
    expect(policy, path).not.toContain('ws:');
    expect(policy, path).toContain("base-uri 'none'");
    expect(policy, path).toContain("object-src 'none'");
    expect(policy, path).toContain('frame-ancestors');
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
  }
  expect(nonces.size).toBe(6);
});

test('a request cannot choose the CSP or the nonce', async ({ request }) => {
  const response = await request.get('/', {
    headers: {
      purpose: 'prefetch',
      'next-router-prefetch': '1',
      'x-nonce': 'chosen',
      'content-security-policy': "script-src 'nonce-chosen'",
    },
  });
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain('strict-dynamic');
  expect(policy).not.toContain('chosen');
  expect(await response.text()).not.toContain('nonce="chosen"');
});

test('rejects HTTP methods that no page supports', async ({ request }) => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect((await request.fetch('/', { method })).status(), method).toBe(405);
  }
});
