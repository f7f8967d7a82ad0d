import { sen } from '@/lib/domain/money';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { writeReceipt, type Receipt } from './receipt';
import { receiptWords } from './receipt-words';

const receipt: Receipt = {
  language: 'en',
  productName: 'Satellite TV bill',
  accountNumber: '1234567801',
  amount: sen(13_878),
  method: 'fpx',
  bankName: 'Maybank2U',
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: '2026-11-21T16:49:00Z',
  instalmentMonths: null,
  isAutoDebit: false,
  resultUrl: 'https://pay.example.com/bankResultFPX?refid=abcdefghijklmnopqrstuvwxyz',
};

test('says each fact of the payment, with times in Malaysia', () => {
  expect(writeReceipt(receipt).text.split('\n').slice(0, 15)).toEqual([
    'Payment Successful',
    'Thank you. We have received your payment.',
    '',
    'Amount: RM138.78',
    'Paid for: Satellite TV bill',
    'Account number: 1234567801',
    'Payment method: Online banking (FPX)',
    'Bank or provider: Maybank2U',
    'Payment date and time: 22 Nov 2026, 12:49 am MYT',
    'Transaction date and time: 21 Nov 2026, 7:48 pm MYT',
    'Payment ID: zyxwvutsrqponmlkjihgfedcba',
    'Bank ref no.: 2611211949370001',
    'Transaction ID: t4k2m7q9x3c5v8b2n6h4',
    'Auto debit: No',
    '',
  ]);
});

test('what is not known is not said', () => {
  const { text } = writeReceipt({ ...receipt, accountNumber: null, bankName: null, instalmentMonths: 12 });
  expect(text).not.toContain('Account number');
  expect(text).not.toContain('Bank or provider');
  expect(text).toContain('Number of instalments: 12 months');
});

test('what others have named is text in its HTML, and one line of its subject’s words', () => {
  const { mail } = writeReceipt({ ...receipt, productName: '<img src=x> "$&" {amount}', bankName: '</table>' });
  expect(mail.html).not.toContain('<img');
  expect(mail.html.match(/<\/table>/g)).toHaveLength(1);
  expect(mail.subject).toBe('Receipt RM138.78: <img src=x> "$&" {amount}');
});

test.each([
  ['en', en],
  ['ms', ms],
] as const)('in %s it has the words of the pages', (language, pages) => {
  const words = receiptWords[language];
  expect(words.methods).toEqual(pages.methods);
  expect([words.title, words.text]).toEqual([pages.result.successful.title, pages.result.successful.text]);
  const { product, accountNumber, amount, paymentMethod, bank, paymentDateTime, paymentId } = pages.result;
  const { bankReference, transactionId, instalments, instalmentsValue, autoDebit, autoDebitOn, autoDebitOff } =
    pages.result;
  expect(words).toMatchObject({ product, accountNumber, amount, paymentMethod, bank, paymentDateTime });
  expect(words).toMatchObject({ paymentId, bankReference, transactionId, instalments, instalmentsValue });
  expect(words).toMatchObject({ autoDebit, autoDebitOn, autoDebitOff });
});
