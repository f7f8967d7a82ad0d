/** @jest-environment node */
import { z } from 'zod';
import { readEnvironment } from '../environment';
import { parseLinkToken } from './link-token';
import { seal } from './sealed-token';
import { makeSharedBillLink, readSharedBillToken } from './shared-bill';

const account = '1234567801';
const now = Date.parse('2026-11-26T12:00:00+08:00');
const day = 24 * 60 * 60_000;
const tokenOf = (url: string) => parseLinkToken(new URL(url).searchParams.get('token'));

test('row 62: a link names no account, and shows the bill of its account for seven days', async () => {
  const { url, validUntil } = await makeSharedBillLink(account, now);
  expect(url.startsWith(`${readEnvironment().publicOrigin}/pay/shared?token=`)).toBe(true);
  expect([...new URL(url).searchParams.keys()]).toEqual(['token']);
  const token = tokenOf(url);
  for (const part of [
    url,
    ...(token ?? '').split('.').map((text) => Buffer.from(text, 'base64url').toString('latin1')),
  ]) {
    expect(part).not.toContain(account);
  }
  expect(validUntil).toBe(new Date(now + 7 * day).toISOString());
  await expect(readSharedBillToken(token, now + 7 * day - 1_000)).resolves.toBe(account);
  await expect(readSharedBillToken(token, now + 7 * day)).resolves.toBeNull();
});

test('row 62: two links of an account are different', async () => {
  const [one, other] = [await makeSharedBillLink(account, now), await makeSharedBillLink(account, now)];
  expect(one.url).not.toBe(other.url);
});

test('row 62: a token that is altered, or sealed for something else, shows no bill', async () => {
  const token = tokenOf((await makeSharedBillLink(account, now)).url) ?? '';
  const end = token.endsWith('A') ? 'B' : 'A';
  const forged = [`${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`, `${token}${end}`, account];
  const ofOther = await seal({ purpose: 'shown-bill', schema: z.string(), lifetime: day }, account, now);
  for (const text of [...forged, ofOther, undefined]) {
    await expect(readSharedBillToken(text, now)).resolves.toBeNull();
  }
});
