import { questions } from '@/lib/domain/faq-questions';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { searchQuestions } from './search-questions';

const catalogues = { en, ms };

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
