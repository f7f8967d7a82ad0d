import { areTwoNamedPersons, sharedKey } from './model';

/* Two persons are two named operators: the shared key counts as none (docs/operate.md, "Operators"). */
test.each([
  ['aisyah', 'badrul', true],
  ['aisyah', 'aisyah', false],
  ['aisyah', sharedKey.name, false],
  [sharedKey.name, 'aisyah', false],
  [sharedKey.name, sharedKey.name, false],
])('%s and %s: %s', (one, other, expected) => {
  expect(areTwoNamedPersons(one, other)).toBe(expected);
});
