import { correctEmail } from './correct-email';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['Gmaill.com', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['yahoo.com.m', 'yahoo.com.my'],
  ['hotmial.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['iclod.com', 'icloud.com'],
])('%s is probably %s; what is before it stays as it was typed', (typed, meant) => {
  expect(correctEmail(`Aminah.B+tv@${typed}`)).toBe(`Aminah.B+tv@${meant}`);
});

test.each([
  ...['gmail.com', 'GMAIL.COM', 'yahoo.com.my', 'ymail.com', 'mail.com', 'gmx.com', 'yahoo.co.uk', 'hotmail.my'],
  ...['me.com', 'msn.com', 'qq.com', '163.com', 'proton.me', 'tm.com.my', 'um.edu.my', 'maxis.com.my', 'moe.gov.my'],
  ...['ebill.example', 'meta.com', 'x.com', ''],
])('%j does not look mistyped', (domain) => {
  expect(correctEmail(`aminah@${domain}`)).toBeNull();
});

test.each([
  '',
  '@',
  'aminah',
  '@gmial.com',
  'a@b@gmial.com',
  'a b@gmial.com',
  `${'a'.repeat(10_000)}@${'b'.repeat(10_000)}`,
])('input that is not an address yet does no harm: %.20s', (typed) => {
  expect(() => correctEmail(typed)).not.toThrow();
});
