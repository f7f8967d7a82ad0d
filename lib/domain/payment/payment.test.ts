import { sen } from '../money';
import { paysBill } from './payment';

const order = { accountEnding: null, accounts: [], partnerKey: 'SHOP' };

test.each([
  ['a partner’s order', false, order],
  ['a partner’s order for an account', true, { ...order, accountEnding: '7801' }],
  ['several accounts', true, { ...order, accounts: [{ accountEnding: '7801', accountName: null, amount: sen(100) }] }],
  ['quick pay without a known account', true, { ...order, partnerKey: 'EBILL' }],
])('%s: a bill is paid: %s', (_name, expected, page) => {
  expect(paysBill(page)).toBe(expected);
});
