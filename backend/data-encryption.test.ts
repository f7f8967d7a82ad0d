import { createSealer } from './data-encryption';

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

test('what was sealed opens for its purpose alone', () => {
  const sealer = createSealer(first);
  const sealed = sealer.seal('4242424242424242', 'card');
  expect(sealed).not.toContain('4242');
  expect(sealer.open(sealed, 'card')).toBe('4242424242424242');
  expect(() => sealer.open(sealed, 'partner secret')).toThrow();
  expect(() => createSealer(second).open(sealed, 'card')).toThrow();
});

test('row 31: a changed key seals anew, and those before it open what they sealed', () => {
  const sealed = createSealer(first).seal('a card', 'card');
  const changed = createSealer(third, [second, first]);
  expect(changed.open(sealed, 'card')).toBe('a card');
  const anew = changed.seal('a card', 'card');
  expect(createSealer(third).open(anew, 'card')).toBe('a card');
  expect(() => createSealer(first).open(anew, 'card')).toThrow();
  expect(() => changed.open(createSealer(Buffer.alloc(32, 9)).seal('a card', 'card'), 'card')).toThrow();
});

test('digests stay the same when the key is changed', () => {
  expect(createSealer(third, [second, first]).digest('a card', 'card')).toBe(
    createSealer(first).digest('a card', 'card'),
  );
});

test('a key of another size is refused', () => {
  expect(() => createSealer(Buffer.alloc(16))).toThrow('32 bytes');
  expect(() => createSealer(first, [Buffer.alloc(31)])).toThrow('32 bytes');
});
