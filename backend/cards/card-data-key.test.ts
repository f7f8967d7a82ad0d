import { CompactEncrypt, importJWK } from 'jose';
import { createCardDataKey, generateCardDataKey, type CardDataKey } from './card-data-key';

const [earlier, later] = [generateCardDataKey(), generateCardDataKey()];
const card = { number: '4242424242424242' };

async function encryptFor({ publicJwk }: CardDataKey, kid = publicJwk['kid']): Promise<string> {
  const key = await importJWK({ ...publicJwk, kty: 'RSA' }, 'RSA-OAEP-256');
  return new CompactEncrypt(Buffer.from(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...(kid !== undefined && { kid }) })
    .encrypt(key);
}

test('row 31: card data encrypted before a key rotation can be decrypted after it', async () => {
  const before = createCardDataKey(earlier);
  const page = await encryptFor(before);
  const changed = createCardDataKey(later + earlier);
  expect(changed.publicJwk['kid']).not.toBe(before.publicJwk['kid']);
  expect(await changed.decrypt(page)).toEqual({ ok: true, value: card });
  expect(await changed.decrypt(await encryptFor(changed))).toEqual({ ok: true, value: card });
});

test('row 31: a removed key decrypts nothing', async () => {
  const page = await encryptFor(createCardDataKey(earlier));
  expect(await createCardDataKey(later).decrypt(page)).toEqual({ ok: false, error: 'undecipherable' });
});

test('a JWE without a key id is decrypted with the current key', async () => {
  const key = createCardDataKey(later + earlier);
  expect(await key.decrypt(await encryptFor(key, 'unknown'))).toEqual({ ok: true, value: card });
});

test.each(['', 'no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
  'refuses %j as a key',
  (pem) => {
    expect(() => createCardDataKey(pem)).toThrow(/./);
  },
);
