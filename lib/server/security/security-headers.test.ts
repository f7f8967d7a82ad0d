import {
  filterOrigins,
  makeSecurityHeaders,
  listOrigin,
  writeContentSecurityPolicy,
  type SecurityPolicy,
} from './security-headers';

const policy: SecurityPolicy = {
  nonce: 'bm9uY2U=',
  isHttps: true,
  hstsIncludesSubdomains: false,
  frameAncestors: [],
  formTargets: [],
  imageOrigins: [],
  widgetOrigins: [],
  postsToOtherSite: false,
  development: null,
};

test('an ordinary page: scripts by nonce only, nothing unsafe', () => {
  expect(writeContentSecurityPolicy(policy).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'",
    "style-src 'self' 'nonce-bm9uY2U='",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'upgrade-insecure-requests',
    'report-uri /api/policy-report',
    'report-to policy',
  ]);
});

test('development allows hot module replacement, and nothing more', () => {
  const origin = 'ws://localhost:3000';
  const production = writeContentSecurityPolicy(policy).split('; ');
  const development = writeContentSecurityPolicy({ ...policy, development: { webSocketOrigin: origin } }).split('; ');
  expect(development.filter((line) => !production.includes(line))).toEqual([
    "script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic' 'unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ${origin}`,
  ]);
  expect(development).toHaveLength(production.length);
  expect(production.join('; ')).not.toMatch(/unsafe-|ws:/);
});

test('the gateway redirect page may post to other sites, and sends our origin', () => {
  const headers = makeSecurityHeaders({ ...policy, formTargets: ['https:'], postsToOtherSite: true });
  expect(headers['content-security-policy']).toContain("form-action 'self' https:;");
  expect(headers['referrer-policy']).toBe('strict-origin');
});

test('a widget is fetched by our script, and loads only from its own origins', () => {
  const lines = writeContentSecurityPolicy({ ...policy, widgetOrigins: ['https://widget.example'] }).split('; ');
  for (const name of ["style-src 'self' 'nonce-bm9uY2U='", "img-src 'self'", "font-src 'self'", "connect-src 'self'"]) {
    expect(lines).toContain(`${name} https://widget.example`);
  }
  expect(lines).toContain('frame-src https://widget.example');
  expect(lines).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
});

test('a partner may frame its pages', () => {
  const headers = makeSecurityHeaders({ ...policy, frameAncestors: ['https://shop.example'] });
  expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example');
  expect(headers).not.toHaveProperty('x-frame-options');
});

test('HSTS is sent only over https', () => {
  expect(makeSecurityHeaders(policy)).toHaveProperty('strict-transport-security', 'max-age=63072000');
  const plain = makeSecurityHeaders({ ...policy, isHttps: false });
  expect(plain).not.toHaveProperty('strict-transport-security');
  expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('row 44: HSTS covers subdomains where the operator says so', () => {
  const headers = makeSecurityHeaders({ ...policy, hstsIncludesSubdomains: true });
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443', true],
  ['http://localhost:*', true],
  ['http://127.0.0.1', true],
  ['http://shop.example', false],
  ['http://localhost.evil.example', false],
  ['*', false],
  ['https://*', false],
  ["https://shop.example; script-src 'unsafe-inline'", false],
  ['https://shop.example/path', false],
  ['javascript:alert(1)', false],
  ["'unsafe-inline'", false],
  ['https://shop.example\r\nx: y', false],
])('row 24: %j may stand in a header: %s', (text, expected) => {
  expect(filterOrigins([text])).toEqual(expected ? [text] : []);
});

test.each([
  ['https://cdn.example/logo.svg?x=1', ['https://cdn.example']],
  ['/partners/logo.svg', []],
  ['data:image/png;base64,AA', []],
  [null, []],
])('the origin of %j', (address, expected) => {
  expect(listOrigin(address)).toEqual(expected);
});
