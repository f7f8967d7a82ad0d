import { parseCustomerOwner, toCustomerOwner } from './customer-owner';

test('an owner names its partner and account', () => {
  const customer = { partnerKey: 'DEMO-SHOP', accountNumber: '1234567801' };
  expect(toCustomerOwner(customer)).toBe('partner:DEMO-SHOP:1234567801');
  expect(parseCustomerOwner(toCustomerOwner(customer))).toEqual(customer);
});

test.each(['1234567801', `device:${'d'.repeat(43)}`, 'partner:DEMO-SHOP', 'partner::1234567801', ''])(
  '%j is no customer of a partner',
  (owner) => {
    expect(parseCustomerOwner(owner)).toBeNull();
  },
);
