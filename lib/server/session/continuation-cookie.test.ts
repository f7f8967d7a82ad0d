/** @jest-environment node */
import { isRefid, type Refid } from '@/lib/domain/payment/references';
import { makeContinuationCookie, readContinuationToken } from './continuation-cookie';

const cookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ cookies: async () => cookies }));

const [refid, other] = ['a'.repeat(26), 'b'.repeat(26)].filter(isRefid) as [Refid, Refid];
const token = 'c'.repeat(26);

test('row 63: the token of a code is read by the visit that made it, for its payment, and nobody reads it in the cookie', async () => {
  await expect(readContinuationToken(refid)).resolves.toBeNull();
  const line = await makeContinuationCookie({ refid, token }, false);
  expect(line).toContain('HttpOnly');
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  for (const part of value.split('.')) {
    expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(token);
  }
  cookies.set(name, { value });
  await expect(readContinuationToken(refid)).resolves.toBe(token);
  await expect(readContinuationToken(other)).resolves.toBeNull();
});
