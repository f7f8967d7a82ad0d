import { findClientAddress } from './client-address';

test.each([
  ['no trusted proxy', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
  ['no header', '203.0.113.9', undefined, 1, '203.0.113.9'],
  ['one proxy: the last entry', '10.0.0.1', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
  ['two proxies: the last but one', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
  ['fewer entries than proxies: the oldest', '10.0.0.1', '198.51.100.1', 3, '198.51.100.1'],
  ['an entry that is not an address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['an empty entry', '10.0.0.1', '198.51.100.1, ', 1, '10.0.0.1'],
  ['an entry with a port', '10.0.0.1', '198.51.100.1:4711', 1, '198.51.100.1'],
  ['IPv6 with brackets and port', '10.0.0.1', '[2001:DB8::1]:443', 1, '2001:db8::1'],
  ['IPv4 on a dual-stack socket', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
  ['IPv6 with a zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
  ['a script in the header', '10.0.0.1', '<script>', 1, '10.0.0.1'],
])('%s', (_case, socket, header, proxies, expected) => {
  expect(findClientAddress(socket, header, proxies)).toBe(expected);
});

test('returns 0.0.0.0 for a closed socket', () => {
  expect(findClientAddress(undefined, undefined, 0)).toBe('0.0.0.0');
});
