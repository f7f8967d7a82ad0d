import { generateKeyPairSync, sign } from 'node:crypto';
import { success } from '@/lib/domain/result';
import { signedCallback } from '@/sandbox/simulators/chip/signed-callback.fixture';
import type { ChipApi, ChipResponse } from './api';
import { createPublicKeys } from './public-keys';

function makeKey() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
const [company, webhook] = [makeKey(), makeKey()];
const signBy = (key: string, body = 'body') => sign('sha256', Buffer.from(body), key).toString('base64');

/** Keys whose company key is answered by CHIP as `answer` is at the time. */
function open(configured: string | null = null) {
  const answer: ChipResponse = { status: 200, body: company.publicKey };
  const chip = { asked: [] as string[], answer, now: 0 };
  const api: ChipApi = {
    get: async (path) => {
      chip.asked.push(path);
      return success(chip.answer);
    },
    post: async () => ({ ok: false, error: 'unreachable' }),
  };
  return { chip, keys: createPublicKeys(configured, api, () => chip.now) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('verifies the signed callback of CHIP’s SDK, and no other body or signature', () => {
  const { body, signature, publicKey } = signedCallback;
  const { keys } = open(publicKey);
  expect(keys.isSigned(body, signature)).toBe(true);
  expect(keys.isSigned(`${body} `, signature)).toBe(false);
  expect(keys.isSigned(body, `${signature.slice(0, -6)}AAAA==`)).toBe(false);
  for (const other of ['', '=', 'x'.repeat(2000), ` ${signature}`, `${signature}\n`]) {
    expect(keys.isSigned(body, other)).toBe(false);
  }
});

test('asks for the company’s key once, and keeps it', async () => {
  const { chip, keys } = open();
  keys.prepare();
  await settled();
  expect(chip.asked).toEqual(['public_key/']);
  chip.now = 10 * 60_000;
  chip.answer = { status: 200, body: webhook.publicKey };
  keys.prepare();
  expect(keys.isSigned('body', signBy(company.privateKey))).toBe(true);
  expect(chip.asked).toHaveLength(1);
});

test('asks again when a signature does not verify, at most once a minute', async () => {
  const { chip, keys } = open(webhook.publicKey);
  expect(keys.isSigned('body', signBy(webhook.privateKey))).toBe(true);
  expect(chip.asked).toHaveLength(0);
  for (let time = 0; time < 5; time += 1) expect(keys.isSigned('body', signBy(makeKey().privateKey))).toBe(false);
  await settled();
  expect(chip.asked).toHaveLength(1);
  expect(keys.isSigned('body', signBy(company.privateKey))).toBe(true);

  const next = makeKey();
  chip.answer = { status: 200, body: next.publicKey };
  chip.now = 59_999;
  expect(keys.isSigned('body', signBy(next.privateKey))).toBe(false);
  expect(chip.asked).toHaveLength(1);
  chip.now = 60_000;
  expect(keys.isSigned('body', signBy(next.privateKey))).toBe(false);
  await settled();
  expect(chip.asked).toHaveLength(2);
  expect(keys.isSigned('body', signBy(next.privateKey))).toBe(true);
  expect(keys.isSigned('body', signBy(company.privateKey))).toBe(false);
});

test.each([
  ['an error', { status: 500, body: company.publicKey }],
  ['no text', { status: 200, body: { key: company.publicKey } }],
  ['no key', { status: 200, body: 'none' }],
  [
    'no RSA key',
    { status: 200, body: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) },
  ],
])('keeps the known key when the answer is %s', async (_name, answer) => {
  const { chip, keys } = open();
  keys.prepare();
  await settled();
  chip.answer = answer;
  chip.now = 60_000;
  keys.isSigned('body', 'AAAA');
  await settled();
  expect(chip.asked).toHaveLength(2);
  expect(keys.isSigned('body', signBy(company.privateKey))).toBe(true);
});

test('a configured key that is none is an error of the configuration', () => {
  expect(() => open('-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----')).toThrow('CHIP_PUBLIC_KEY');
});
