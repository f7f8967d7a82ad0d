import { questions } from '@/lib/domain/faq-questions';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import ta from '@/messages/ta.json';
import zhHans from '@/messages/zh-Hans.json';
import { searchQuestions } from './search-questions';

const catalogues = { en, ms, 'zh-Hans': zhHans, ta };

function find(query: string, locale: keyof typeof catalogues = 'en') {
  const words = catalogues[locale].help.questions;
  return searchQuestions(
    query,
    questions.map((id) => ({ id, ...words[id] })),
  );
}

test.each([
  ['where is my account number', 'accountNumber'],
  ['card declined', 'declined'],
  ['CVV wrong', 'declined'],
  ['fpx failed', 'fpxFailed'],
  ['payment pending', 'pending'],
  ['charged twice', 'twice'],
  ['wrong account', 'refund'],
  ['otp', 'code'],
  ['receipt pdf', 'receipt'],
  ['maximum amount', 'limits'],
  ['maintenance', 'downtime'],
  ['7-eleven', 'counter'],
  ['phishing', 'realSite'],
] as const)('%j finds %s first', (query, question) => {
  expect(find(query)[0]).toBe(question);
});

test.each([
  ['nombor akaun', 'accountNumber'],
  ['kad kena tolak', 'declined'],
  ['bayar dua kali', 'twice'],
  ['resit', 'receipt'],
  ['tak dapat OTP', 'code'],
  ['had maksimum', 'limits'],
  ['siaran kena potong', 'overdue'],
] as const)('%j finds %s first in Malay', (query, question) => {
  expect(find(query, 'ms')[0]).toBe(question);
});

test.each([
  ['户口号码', 'accountNumber'],
  ['我的卡为什么被拒绝', 'declined'],
  ['重复付款', 'twice'],
  ['收据', 'receipt'],
  ['收不到OTP', 'code'],
  ['限额', 'limits'],
  ['诈骗', 'realSite'],
] as const)('%j finds %s first in Chinese', (query, question) => {
  expect(find(query, 'zh-Hans')[0]).toBe(question);
});

test.each([
  ['கணக்கு எண்', 'accountNumber'],
  ['அட்டை மறுக்கப்பட்டது', 'declined'],
  ['இருமுறை', 'twice'],
  ['ரசீது', 'receipt'],
  ['OTP', 'code'],
  ['அதிகபட்சம் வரம்பு', 'limits'],
] as const)('%j finds %s first in Tamil', (query, question) => {
  expect(find(query, 'ta')[0]).toBe(question);
});

test('vowel signs of Tamil tell words apart', () => {
  // பில் (bill) and பல் (tooth) differ by a vowel sign only.
  expect(find('பில்', 'ta').length).toBeGreaterThan(0);
  expect(find('பிலு', 'ta')).toEqual([]);
});

test('ignores case, accents and punctuation', () => {
  expect(find('  RÉCEIPT?! ')).toEqual(find('receipt'));
});

test('finds only questions with the most matching terms', () => {
  expect(find('xyzzy receipt')).toEqual(find('receipt'));
  expect(find('card').length).toBeGreaterThan(find('card declined').length);
});

test.each(['xyzzy', 'a', '', '!?', 'TAC'.repeat(50)])('%j finds nothing', (query) => {
  expect(find(query)).toEqual([]);
});
