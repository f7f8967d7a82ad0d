import { visitIdSchema } from '@/lib/contract/primitives';
import { seal } from './sealed-token';
import { readVisitId, rememberVisit } from './visit-id';

let cookie: string | undefined;
jest.mock('next/headers', () => ({
  cookies: async () => ({ get: (name: string) => (name === 'ebill-visit' && cookie ? { value: cookie } : undefined) }),
}));
jest.mock('../backend/backend-client', () => ({ callBackend: async () => ({ ok: false }) }));

const refid = 'a'.repeat(26);

/** Requests a page, and stores its cookie as a browser does. */
async function open(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: HeadersInit } = {}) {
  const line = await rememberVisit({
    method,
    headers: new Headers(headers),
    nextUrl: new URL(path, 'http://localhost:3000'),
    cookies: { get: () => (cookie ? { value: cookie } : undefined) },
  });
  cookie = /^ebill-visit=([^;]+);/.exec(line ?? '')?.[1] ?? cookie;
  return line;
}

beforeEach(() => {
  cookie = undefined;
});

test('row 42: a visit is named when it opens a payment, and keeps its name', async () => {
  expect(await readVisitId()).toBeUndefined();
  expect(await open(`/epayment/entry?refid=${refid}`)).toMatch(/; HttpOnly; SameSite=Lax$/);
  const name = await readVisitId();
  expect(visitIdSchema.safeParse(name).success).toBe(true);
  expect(await open(`/epayment/entry?refid=${'b'.repeat(26)}`)).toBeNull();
  expect(await readVisitId()).toBe(name);
});

test('row 42: over https no other host can set the cookie', async () => {
  globalThis.ebillProcess = undefined;
  process.env['PUBLIC_ORIGIN'] = 'https://pay.example.com';
  process.env['SITE_SECRET'] = 'secret'.padEnd(32, '.');
  try {
    expect(await open(`/epayment/entry?refid=${refid}`)).toMatch(/^__Host-ebill-visit=.*; Path=\/; .*; Secure$/);
  } finally {
    delete process.env['PUBLIC_ORIGIN'];
    delete process.env['SITE_SECRET'];
    globalThis.ebillProcess = undefined;
  }
});

test('row 42: no two visits have one name', async () => {
  const names = new Set<string | undefined>();
  for (let visits = 0; visits < 20; visits += 1) {
    cookie = undefined;
    await open(`/epayment/entry?refid=${refid}`);
    names.add(await readVisitId());
  }
  expect(names.size).toBe(20);
});

test.each([
  ['a result', `/bankResultFPX?refid=${refid}`],
  ['the first page', '/'],
  ['an address of no payment', '/epayment/entry?refid=x'],
])('row 42: %s names no visit', async (_what, path) => {
  expect(await open(path)).toBeNull();
});

test('row 42: a name cannot be made up, or taken from another purpose', async () => {
  await open(`/epayment/entry?refid=${refid}`);
  const name = (await readVisitId()) ?? '';
  for (const made of [
    name,
    `${cookie}x`,
    await seal({ purpose: 'other', schema: visitIdSchema, lifetime: 1000 }, name),
  ]) {
    cookie = made;
    expect(await readVisitId()).toBeUndefined();
  }
});

test('is named in a partner’s frame by that frame’s own cookie', async () => {
  const line = await open(`/epayment/entry?refid=${refid}`, { headers: { 'sec-fetch-dest': 'iframe' } });
  expect(line).toMatch(/; Partitioned$/);
});
