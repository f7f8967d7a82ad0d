import { sen } from '../money';
import { paysBill } from './payment';

const order = { accountEnding: null, accounts: [], partnerKey: 'SHOP' };

test.each([
  ['an order of a partner', order, false],
  ['a partner’s order that pays an account', { ...order, accountEnding: '7801' }, true],
  ['several accounts', { ...order, accounts: [{ accountEnding: '7801', accountName: null, amount: sen(100) }] }, true],
  ['quick pay, where the account is not known', { ...order, partnerKey: 'EBILL' }, true],
])('%s pays a bill: %s', (_name, page, expected) => {
  expect(paysBill(page)).toBe(expected);
});
