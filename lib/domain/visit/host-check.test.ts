import { createHostCheck, isLoopbackHostname } from './host-check';

const isOwn = createHostCheck(['backend.example', 'Proxy']);

test.each([
  ...[
    'localhost',
    'localhost:4000',
    'LOCALHOST:4000',
    'console.localhost:4000',
    '127.0.0.1:4000',
    '127.1.2.3',
    '[::1]:4000',
  ],
  // The machine in its own network, by its address.
  ...['192.168.1.5:4000', '[fe80::1]:4000'],
  ...['backend.example', 'backend.example:8443', 'BACKEND.example', 'proxy:8400'],
])('%s is served', (host) => {
  expect(isOwn(host)).toBe(true);
});

test.each([
  ...[
    'evil.example',
    'evil.example:4000',
    'backend.example.evil.example',
    'xbackend.example',
    'localhost.evil.example',
  ],
  ...['127.0.0.1.evil.example', '127.0.0.1.nip.io:4000', 'evil.example@localhost', 'localhost/evil', 'localhost,evil'],
  ...['', ':4000', 'localhost:4000:4000', 'localhost evil', `${'a'.repeat(300)}.localhost`, undefined],
])('row 46: %s is not', (host) => {
  expect(isOwn(host)).toBe(false);
});

test.each(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '0.0.0.0', '[::1]', '[::]', '[::ffff:7f00:1]'])(
  '%s is this machine',
  (hostname) => {
    expect(isLoopbackHostname(hostname)).toBe(true);
  },
);

test.each(['localhost.example', '10.0.0.1', '[fe80::1]', 'shop.example'])('%s is another', (hostname) => {
  expect(isLoopbackHostname(hostname)).toBe(false);
});
