import { isSigned } from './signature';

// A vector of the provider's documents belongs here. This one is openssl's: printf BODY | openssl dgst -sha256 -hmac KEY.
const key = 'key-of-callbacks';
const body = '{"reference":"a1b2c3d4e5f6a7b8c9d0","status":"paid"}';
const signature = '075137c48a40143571e0fa8566ae52dfb80566b56394827ede4716a10663f49a';

test('a callback’s signature is the HMAC-SHA256 of its body', () => {
  expect(isSigned(key, body, signature)).toBe(true);
});

test.each([
  ['another key', 'another', body, signature],
  ['another body', key, `${body} `, signature],
  ['upper case', key, body, signature.toUpperCase()],
  ['a part of it', key, body, signature.slice(0, 32)],
  ['none', key, body, ''],
])('a signature is rejected that has %s', (_name, otherKey, otherBody, other) => {
  expect(isSigned(otherKey, otherBody, other)).toBe(false);
});
