import {
  findMaskedEnding,
  getInitials,
  maskAccountNumber,
  maskAccountNumbers,
  maskEmail,
  maskName,
  maskPhone,
  splitAtMaskedNumbers,
} from './customer-masking';

test.each([
  ['AHMAD BIN ALI', 'A*** B*** A***'],
  ['  Ng   Mei ', 'N*** M***'],
  ['X', 'X***'],
  ['𠮷野', '𠮷***'],
  ['', ''],
])('the name %j is shown as %j', (name, expected) => {
  expect(maskName(name)).toBe(expected);
});

test('the initials of a masked name', () => {
  expect(getInitials('A*** B*** A***')).toBe('A B A');
});

test.each([
  ['60121234567', '***4567'],
  ['12345678', '***5678'],
  ['+60 12-123 4567', '***4567'],
  ['1234567', '***'],
  ['', '***'],
])('the number %j is shown as %j', (phoneNumber, expected) => {
  expect(maskPhone(phoneNumber)).toBe(expected);
});

test.each([
  ['ahmad@example.com', 'a***@example.com'],
  ['a@b.my', 'a***@b.my'],
  ['nobody', '***'],
  ['@b.my', '***'],
])('the address %j is shown as %j', (email, expected) => {
  expect(maskEmail(email)).toBe(expected);
});

test('an account is shown by its last four digits', () => {
  expect(maskAccountNumber('1234567801')).toBe('••••••7801');
  expect(['••••••7801', '1234567801', 'Account ••••••7801', '• Decoder', ''].map(findMaskedEnding)).toEqual([
    '7801',
    ...[null, null, null, null],
  ]);
});

test.each([
  ['Account 1234567801', ['1234567801', '2234567802'], 'Account ••••••7801'],
  ['1234567801 and 2234567802, 1234567801', ['1234567801', '2234567802'], '••••••7801 and ••••••7802, ••••••7801'],
  ['123456 and 12345678', ['123456', '12345678'], '••••••3456 and ••••••5678'],
  ['Account 1234567801', ['2234567802'], 'Account 1234567801'],
  ['Decoder', [], 'Decoder'],
])('the text %j with the accounts %j is shown as %j', (text, accountNumbers, expected) => {
  expect(maskAccountNumbers(text, accountNumbers)).toBe(expected);
});

test.each([
  ['Credited to account ••••••7801.', ['Credited to account ', '••••••7801', '.']],
  ['••••••7801-க்கு, ••••••7802', ['••••••7801', '-க்கு, ', '••••••7802']],
  ['户口 ••••••7801的账单', ['户口 ', '••••••7801', '的账单']],
  ['Paid • today', ['Paid • today']],
])('the text %j is split at its masked account numbers', (text, parts) => {
  expect(splitAtMaskedNumbers(text)).toEqual(parts);
});
