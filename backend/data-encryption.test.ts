import { createDataEncryption } from './data-encryption';

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

test('decrypts with the same purpose only', () => {
  const sealer = createDataEncryption(first);
  const sealed = sealer.encrypt('4242424242424242', 'card');
  expect(sealed).not.toContain('4242');
  expect(sealer.decrypt(sealed, 'card')).toBe('4242424242424242');
  expect(() => sealer.decrypt(sealed, 'partner secret')).toThrow();
  expect(() => createDataEncryption(second).decrypt(sealed, 'card')).toThrow();
});

test('row 31: encrypts with the current key, and decrypts older texts with replaced keys', () => {
  const sealed = createDataEncryption(first).encrypt('a card', 'card');
  const changed = createDataEncryption(third, [second, first]);
  expect(changed.decrypt(sealed, 'card')).toBe('a card');
  const encryptedAgain = changed.encrypt('a card', 'card');
  expect(createDataEncryption(third).decrypt(encryptedAgain, 'card')).toBe('a card');
  expect(() => createDataEncryption(first).decrypt(encryptedAgain, 'card')).toThrow();
  expect(() => changed.decrypt(createDataEncryption(Buffer.alloc(32, 9)).encrypt('a card', 'card'), 'card')).toThrow();
});

test('digests do not change with the key', () => {
  expect(createDataEncryption(third, [second, first]).digest('a card', 'card')).toBe(
    createDataEncryption(first).digest('a card', 'card'),
  );
});

test('refuses a key of another size', () => {
  expect(() => createDataEncryption(Buffer.alloc(16))).toThrow('32 bytes');
  expect(() => createDataEncryption(first, [Buffer.alloc(31)])).toThrow('32 bytes');
});
