import { measureCpuTime } from '@/lib/domain/cpu-time.fixture';
import { chooseEncoding, isCompressible } from './encoding';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.5', 'br'],
  ['br ; q = 0.5', 'br'],
  ['br;q=0.000, gzip;q=0.001', 'gzip'],
  ['br;q=, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('chooses for Accept-Encoding %s: %s', (accepted, expected) => {
  expect(chooseEncoding(accepted)).toBe(expected);
});

test('row 49: an encoding behind 23,000 blanks is read at once', () => {
  const header = `a${' '.repeat(23_000)}b, br`;
  expect(chooseEncoding(header)).toBe('br');
  expect(measureCpuTime(() => chooseEncoding(header))).toBeLessThan(50);
});

const html = { 'content-type': 'text/html; charset=utf-8' };

test.each<[string, number, Record<string, string>, boolean]>([
  ['a page', 200, html, true],
  ['a page not found', 404, html, true],
  ['JSON', 200, { 'content-type': 'application/json' }, true],
  ['an SVG image', 200, { 'content-type': 'image/svg+xml' }, true],
  ['a PNG image', 200, { 'content-type': 'image/png' }, false],
  ['no content type', 200, {}, false],
  ['a small response', 200, { ...html, 'content-length': '200' }, false],
  ['a large response', 200, { ...html, 'content-length': '20000' }, true],
  ['a compressed response', 200, { ...html, 'content-encoding': 'br' }, false],
  ['no-transform', 200, { ...html, 'cache-control': 'no-store, no-transform' }, false],
  ['not modified', 304, html, false],
  ['no content', 204, html, false],
])('%s: %s', (_case, status, headers, expected) => {
  expect(isCompressible(status, (name) => headers[name])).toBe(expected);
});
