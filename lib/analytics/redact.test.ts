import { redactUrl, redactMessage } from './redact';

test.each([
  ['/api/auto-debit/verify', '/api/auto-debit/verify'],
  ['/legal/terms-and-conditions', '/legal/terms-and-conditions'],
  ['/api/payment/pay?refid=abcdefghijklmnopqrstuvwxyz#x', '/api/payment/pay'],
  ['https://pay.example/bankResultFPX?refid=abc', '/bankResultFPX'],
  ['/epayment/entry1234567801', '/epayment/*'],
  ['/epayment/entry/1234567801/x', '/epayment/entry/*/x'],
  ['/pay/ebill/abcdefghijklmnopqrstuvwxyz', '/pay/ebill/*'],
  ['/pay/%31%32%33%34', '/pay/*'],
  ['/pay/payer@ebill.example', '/pay/*'],
  ['http://[', '*'],
  ['/', '/'],
])('%s is redacted to %s', (address, redacted) => {
  expect(redactUrl(address)).toBe(redacted);
});

test.each([
  ['Network Error', 'Network Error'],
  ['timeout of 40000ms exceeded', 'timeout of 40000ms exceeded'],
  ['Maximum amount allowed is RM3,000', 'Maximum amount allowed is RM3,000'],
  ['Account 1234567801 of payer@ebill.example', 'Account * of *'],
  ['Card 4111 1111-1111 1111 refused', 'Card * refused'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('%s is redacted to %s', (message, redacted) => {
  expect(redactMessage(message)).toBe(redacted);
});
