import { canonicalJson } from './canonical-json';

/** RFC 8785, without its rules for numbers, which `JSON.stringify` follows. */
test.each([
  ['{"b":1,"a":[true,null,"x"]}', '{"a":[true,null,"x"],"b":1}'],
  ['{ "peach": "1", "p\u00eache": "2", "P": {"2": 0, "10": 0} }', '{"P":{"10":0,"2":0},"peach":"1","p\u00eache":"2"}'],
  ['[ 1.0, 12e2, "\\u0041\\n" ]', '[1,1200,"A\\n"]'],
  ['{"__proto__": {"a": 1}}', '{"__proto__":{"a":1}}'],
  ['[{}, [], ""]', '[{},[],""]'],
  ['"text"', '"text"'],
])('writes %s as %s', (text, expected) => {
  expect(canonicalJson(JSON.parse(text))).toBe(expected);
});

test('writes values nested as deep as a body may be', () => {
  const text = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  expect(canonicalJson(JSON.parse(text))).toBe(text);
});

test('keeps the sequence of a list, which has a meaning', () => {
  expect(canonicalJson([2, 1])).toBe('[2,1]');
});
