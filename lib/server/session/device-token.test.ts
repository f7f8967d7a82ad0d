import { deriveDeviceToken, makeDeviceTokenCookie, readDeviceToken } from './device-token';

const cookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ cookies: async () => cookies }));

const token = deriveDeviceToken('a'.repeat(26), 'key');

/** Stores a cookie as a browser does. */
function keep(line: string): string {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  cookies.set(name, { value });
  return name;
}

/** Starts the site at an origin, with its own secret. */
function startSite(origin: string) {
  globalThis.ebillProcess = undefined;
  process.env['PUBLIC_ORIGIN'] = origin;
  process.env['SITE_SECRET'] = `secret of ${origin}`.padEnd(32, '.');
}

beforeEach(() => {
  cookies.clear();
  startSite('http://localhost:3000');
});
afterEach(() => {
  delete process.env['PUBLIC_ORIGIN'];
  delete process.env['SITE_SECRET'];
  globalThis.ebillProcess = undefined;
});

test('a device is recognised by its cookie', async () => {
  expect(keep(await makeDeviceTokenCookie(token, false))).toBe('ebill-card-device');
  expect(await readDeviceToken()).toBe(token);
});

test.each(['a'.repeat(43), token, '', 'a.b.c.d.e'])(
  'row 44: %j, which the site has not made, is no device',
  async (value) => {
    cookies.set('ebill-card-device', { value });
    expect(await readDeviceToken()).toBeUndefined();
  },
);

test('row 44: a device token of another site is rejected', async () => {
  startSite('http://localhost:3001');
  keep(await makeDeviceTokenCookie(token, false));
  startSite('http://localhost:3000');
  expect(await readDeviceToken()).toBeUndefined();
});

test.each([false, true])('row 44: over https no sibling domain can set it (framed: %s)', async (isFramed) => {
  startSite('https://pay.example');
  const line = await makeDeviceTokenCookie(token, isFramed);
  // RFC 6265bis, section 4.1.3.2: Secure, Path=/ and no Domain.
  expect(line).toMatch(/^__Host-ebill-card-device=[^;]+; Path=\/; /);
  expect(line).toContain('; Secure');
  expect(line).not.toMatch(/domain/i);
  keep(line);
  expect(await readDeviceToken()).toBe(token);
  cookies.set('ebill-card-device', cookies.get('__Host-ebill-card-device') ?? { value: '' });
  cookies.delete('__Host-ebill-card-device');
  expect(await readDeviceToken()).toBeUndefined();
});
