import { shortenPath } from './shorten-path';

test.each([
  ['/nothing/here', '/nothing/here'],
  ['/%3Cscript%3Ealert(1)%3C/script%3E', '/%3Cscript%3Ealert(1)%3C/script%3E'],
  ['/a\r\nSet-Cookie: b\u202e', '/aSet-Cookie: b'],
  ['', ''],
])('row 26: %j is shown as %j', (path, expected) => {
  expect(shortenPath(path)).toBe(expected);
});

test('row 26: 8 KB of path are cut', () => {
  expect(shortenPath(`/${'x'.repeat(8192)}`)).toBe(`/${'x'.repeat(199)}…`);
});
