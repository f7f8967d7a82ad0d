import { parseLocalPath } from './local-path';

test.each(['/', '/pay/ebill', '/epayment/entry?refid=abc&x=1', '/a//b'])('%s is on this site', (path) => {
  expect(parseLocalPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/./\\evil',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/ /evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'evil',
  '',
  undefined,
  '/\r\nset-cookie: a=b',
  `/${'a'.repeat(2_000)}`,
  '/café',
])('row 25: %j is not', (text) => {
  expect(parseLocalPath(text)).toBeNull();
});

test.each(['/apg/help?q=4111+1111+1111+1111', '/4111%201111%201111%201111'])('row 39: %j leads nowhere', (path) => {
  expect(parseLocalPath(path)).toBeNull();
});
