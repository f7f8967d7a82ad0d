import { randomBytes } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { createDataEncryption } from '../data-encryption';
import { createCardDataKey, generateCardDataKey } from './card-data-key';
import { identifyCard } from './card-decryption';

const cardDataKey = createCardDataKey(generateCardDataKey());
const services = { cardDataKey, encryption: createDataEncryption(randomBytes(32)) };
const card = { number: '4111 1111 1111 1111', expiry: '12/39', cvv: '123', name: 'TEST PAYER' };

async function encrypt(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const { publicJwk } = cardDataKey;
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ ...card, ...changes })))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: publicJwk['kid'] })
    .encrypt(await importJWK({ ...publicJwk, kty: 'RSA' }, 'RSA-OAEP-256'));
}

describe('the identity of a card', () => {
  test.each([
    ['encrypted again', {}],
    ['typed without blanks', { number: '4111111111111111', expiry: '1239' }],
    ['with another CVV, of which nothing may be kept', { cvv: '456' }],
  ])('is the same %s', async (_how, changes) => {
    expect(await identifyCard(services, await encrypt(changes))).toBe(await identifyCard(services, await encrypt()));
  });

  test.each([
    ['number', '5555555555554444'],
    ['expiry', '11/39'],
  ])('is another with another %s', async (name, value) => {
    const changes = { [name]: value };
    const identity = await identifyCard(services, await encrypt(changes));
    expect(identity).toMatch(/^[\w-]{43}$/);
    expect(identity).not.toBe(await identifyCard(services, await encrypt()));
  });

  test('is a keyed digest: without the key the card cannot be found by trying numbers', async () => {
    const other = { cardDataKey, encryption: createDataEncryption(randomBytes(32)) };
    const jwe = await encrypt();
    expect(await identifyCard(other, jwe)).not.toBe(await identifyCard(services, jwe));
  });

  test.each([undefined, '', 'e30.a.b.c.d'])('returns null for %j', async (jwe) => {
    expect(await identifyCard(services, jwe)).toBeNull();
  });
});
