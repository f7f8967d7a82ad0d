import { createPartnerAddressCheck } from './partner-address';

const local = createPartnerAddressCheck({
  isSandbox: true,
  publicOrigin: 'http://localhost:3000',
  ports: [3000, 4000],
});
const shared = createPartnerAddressCheck({ isSandbox: true, publicOrigin: 'https://test.example', ports: [3000] });
const production = createPartnerAddressCheck({
  isSandbox: false,
  publicOrigin: 'https://pay.example',
  ports: [80, 4000],
});

test.each([
  [local, 'http://127.0.0.1:4300/webhook'],
  [local, 'https://shop.example/webhook'],
  [shared, 'https://shop.example/webhook'],
  // Registered by the operator, and not one of our servers.
  [production, 'http://localhost:8080/webhook'],
])('a webhook may go where a partner is: %#', (isAllowed, address) => {
  expect(isAllowed(address)).toBe(true);
});

test.each([
  [local, 'http://127.0.0.1:4000/sandbox/reset'],
  [local, 'http://localhost:3000/'],
  [local, 'http://2130706433:4000/'],
  [local, 'http://[::1]:4000/'],
  [local, 'http://[::ffff:127.0.0.1]:4000/'],
  [local, 'http://0.0.0.0:4000/'],
  [local, 'http://a.localhost:4000/'],
  [shared, 'http://127.0.0.1:5432/'],
  [shared, 'http://localhost/'],
  [production, 'http://localhost:4000/operator/partners'],
  [production, 'http://localhost/'],
  [production, 'no address'],
])(
  'row 29: a webhook goes to no server of our own, and from a sandbox for others to none of the machine: %#',
  (isAllowed, address) => {
    expect(isAllowed(address)).toBe(false);
  },
);
