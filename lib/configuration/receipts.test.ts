import { resolveReceipts } from './receipts';

test('without a configured biller the sandbox has one of its own, and a deployment none', () => {
  expect(resolveReceipts({}, true).issuer).toEqual({
    name: 'Example TV Sdn. Bhd.',
    registrationNumber: '000000-X',
    address: 'Example Street 1, 50000 Kuala Lumpur',
  });
  expect(resolveReceipts({}, false).issuer).toEqual({ name: null, registrationNumber: null, address: null });
});

test('a configured biller has nothing of the sandbox’s', () => {
  expect(resolveReceipts({ BILLER_NAME: 'Another TV' }, true).issuer).toEqual({
    name: 'Another TV',
    registrationNumber: null,
    address: null,
  });
});
