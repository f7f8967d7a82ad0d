import { z } from 'zod';
import { seal, unseal } from './sealed-token';

const kind = { purpose: 'test', schema: z.object({ amount: z.int() }), lifetime: 60_000 };
const now = Date.parse('2026-11-21T12:00:00+08:00');

test('unseals what was sealed', async () => {
  await expect(unseal(kind, await seal(kind, { amount: 13878 }, now), now)).resolves.toEqual({ amount: 13878 });
});

test('does not reveal its content', async () => {
  const sealed = await seal(kind, { amount: 13878 }, now);
  const parts = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  expect(parts.join()).not.toContain('13878');
});

test('returns null after expiry', async () => {
  const sealed = await seal(kind, { amount: 1 }, now);
  await expect(unseal(kind, sealed, now + 59_000)).resolves.not.toBeNull();
  await expect(unseal(kind, sealed, now + 60_000)).resolves.toBeNull();
});

test('returns null for another purpose', async () => {
  await expect(unseal({ ...kind, purpose: 'other' }, await seal(kind, { amount: 1 }, now), now)).resolves.toBeNull();
});

test('returns null for content that does not match the schema', async () => {
  const other = { ...kind, schema: z.object({ amount: z.string() }) };
  await expect(unseal(kind, await seal(other, { amount: '1' }, now), now)).resolves.toBeNull();
});

test('returns null for an altered token', async () => {
  const sealed = await seal(kind, { amount: 1 }, now);
  for (let index = 0; index < sealed.length - 1; index += 7) {
    const other = sealed[index] === 'A' ? 'B' : 'A';
    const altered = sealed.slice(0, index) + other + sealed.slice(index + 1);
    await expect(unseal(kind, altered, now)).resolves.toBeNull();
  }
});

test.each([undefined, null, '', 'x', 'a.b.c.d.e', 'eyJhbGciOiJub25lIn0.e30.'])('returns null for %j', async (text) => {
  await expect(unseal(kind, text, now)).resolves.toBeNull();
});

test('derives its keys from the site secret only: another process unseals the token', async () => {
  const secret = 's'.repeat(32);
  const inProcess = async <Value>(work: () => Promise<Value>) => {
    globalThis.ebillProcess = undefined;
    process.env['SITE_SECRET'] = secret;
    return work();
  };
  const sealed = await inProcess(() => seal(kind, { amount: 7 }, now));
  await expect(inProcess(() => unseal(kind, sealed, now))).resolves.toEqual({ amount: 7 });
  delete process.env['SITE_SECRET'];
  globalThis.ebillProcess = undefined;
});
