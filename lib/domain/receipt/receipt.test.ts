import { receiptFileName } from './receipt';
import { testReceipt } from './receipt.fixture';

test.each([
  ['R00000001', 'receipt-R00000001.pdf'],
  ['2026/11 "a";\r\nx: é', 'receipt-2026-11-a-x-.pdf'],
  ['../..', 'receipt-zyxwvutsrqponmlkjihgfedcba.pdf'],
  ['收据', 'receipt-zyxwvutsrqponmlkjihgfedcba.pdf'],
  [null, 'receipt-zyxwvutsrqponmlkjihgfedcba.pdf'],
])('the file of a receipt with the number %s is %s', (receiptNumber, name) => {
  const { status = 'accepted', usualMinutes = 5 } = testReceipt.posting ?? {};
  expect(receiptFileName({ ...testReceipt, posting: { status, usualMinutes, receiptNumber } })).toBe(name);
});

test('of a partner’s order that pays no bill the file has the order number', () => {
  expect(receiptFileName({ ...testReceipt, posting: null, orderNumber: '2026-00017' })).toBe('receipt-2026-00017.pdf');
});

test('a refund in full takes the number back', () => {
  const all = { status: 'succeeded', accountNumber: null, at: '2026-11-30T02:00:00Z', destination: 'card' } as const;
  const refunds = [{ ...all, amount: testReceipt.amount }];
  const posting = { status: 'accepted', receiptNumber: 'R-1', usualMinutes: 5 } as const;
  expect(receiptFileName({ ...testReceipt, posting, refunds })).toBe('receipt-zyxwvutsrqponmlkjihgfedcba.pdf');
});

describe('of several accounts', () => {
  const accountWith = (receiptNumber: string | null) => ({
    ...{ accountNumber: '1234567801', accountName: null, amount: testReceipt.amount, isRefunded: false },
    posting: { status: 'accepted', receiptNumber, usualMinutes: 5 } as const,
  });
  const several = { ...testReceipt, accounts: [accountWith(null), accountWith('R00000002')] };

  test('the file has the first receipt number and the count', () => {
    expect(receiptFileName(several)).toBe('receipts-R00000002-2-accounts.pdf');
  });

  test('the file has the day in Malaysia while there is no number, and once all is refunded', () => {
    const waiting = { ...several, accounts: [accountWith(null), accountWith(null)] };
    expect(receiptFileName(waiting)).toBe('receipts-2026-11-22-2-accounts.pdf');
    const all = { status: 'succeeded', accountNumber: null, at: '2026-11-30T02:00:00Z', destination: 'card' } as const;
    expect(receiptFileName({ ...several, refunds: [{ ...all, amount: testReceipt.amount }] })).toBe(
      'receipts-2026-11-22-2-accounts.pdf',
    );
  });
});
