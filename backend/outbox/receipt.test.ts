import { sen } from '@/lib/domain/money';
import { writeReceipt, type Receipt } from './receipt';

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
  posting: null,
  refunds: [],
  isContactErased: false,
  resultUrl: 'https://pay.example.com/bankResultFPX?refid=abcdefghijklmnopqrstuvwxyz',
};

test('lists the details of the payment, with Malaysian times', () => {
  expect(writeReceipt(receipt).text.split('\n').slice(0, 15)).toEqual([
    'Payment Successful',
    'Thank you. We have received your payment of RM138.78.',
    '',
    'Amount: RM138.78',
    'Paid for: Satellite TV bill',
    'Account number: 1234567801',
    'Payment method: Online banking (FPX)',
    'Bank or provider: Maybank2U',
    'Payment date and time: 22 Nov 2026, 12:49 am',
    'Transaction date and time: 21 Nov 2026, 7:48 pm',
    'Payment ID: zyxwvutsrqponmlkjihgfedcba',
    'Bank ref no.: 2611211949370001',
    'Transaction ID: t4k2m7q9x3c5v8b2n6h4',
    'Auto debit: No',
    '',
  ]);
});

test('of a payment that the biller has accepted has its receipt number', () => {
  const posting = { status: 'accepted', receiptNumber: 'R-4711', usualMinutes: 5 } as const;
  const { text } = writeReceipt({ ...receipt, posting });
  expect(text).toContain('Credited to account ••••••7801.');
  expect(text).toContain('\nBiller’s receipt number: R-4711\n');
});

test('says what was refunded', () => {
  const refund = { status: 'succeeded', amount: sen(5_000), at: '2026-11-30T02:00:00Z', destination: 'card' } as const;
  expect(writeReceipt({ ...receipt, refunds: [refund] }).text).toContain(
    'RM50.00 was refunded to your card on 30 Nov 2026.',
  );
});

test('of a payment refunded in full does not say that it is credited', () => {
  const posting = { status: 'accepted', receiptNumber: 'R00000001', usualMinutes: 5 } as const;
  const all = {
    status: 'succeeded',
    amount: receipt.amount,
    at: '2026-11-30T02:00:00Z',
    destination: 'account',
  } as const;
  const { text } = writeReceipt({ ...receipt, posting, refunds: [all] });
  expect(text).toContain('Payment refunded\nWe received this payment and have refunded all of it.');
  expect(text).not.toContain('Credited to account');
});

test('says that the payer’s contact data are no longer stored', () => {
  const gone = 'We no longer store the contact details that were given with this payment.';
  expect(writeReceipt({ ...receipt, isContactErased: true }).text).toContain(gone);
  expect(writeReceipt(receipt).text).not.toContain(gone);
});

test('omits unknown details', () => {
  const unknown = { accountNumber: null, bankName: null, isAutoDebit: null };
  const { text } = writeReceipt({ ...receipt, ...unknown, instalmentMonths: 12 });
  expect(text).not.toContain('Auto debit');
  expect(text).not.toContain('Account number');
  expect(text).not.toContain('Bank or provider');
  expect(text).toContain('Number of instalments: 12');
});

test('escapes names from others in the HTML', () => {
  const { mail } = writeReceipt({ ...receipt, productName: '<img src=x> "$&" {amount}', bankName: '</table>' });
  expect(mail.html).not.toContain('<img');
  expect(mail.html.match(/<\/table>/g)).toHaveLength(1);
  expect(mail.subject).toBe('Receipt RM138.78: <img src=x> "$&" {amount}');
});

test('is in Malay for a payer who chose Malay', () => {
  const { text, mail } = writeReceipt({ ...receipt, language: 'ms', instalmentMonths: 6, isAutoDebit: true });
  expect(text.split('\n').slice(0, 16)).toEqual([
    'Pembayaran Berjaya',
    'Terima kasih. Kami telah menerima pembayaran anda sebanyak RM138.78.',
    '',
    'Jumlah: RM138.78',
    'Bayaran untuk: Satellite TV bill',
    'Nombor akaun: 1234567801',
    'Kaedah pembayaran: Perbankan dalam talian (FPX)',
    'Bank atau penyedia: Maybank2U',
    'Tarikh dan masa pembayaran: 22 Nov 2026, 12.49 pagi',
    'Tarikh dan masa transaksi: 21 Nov 2026, 7.48 malam',
    'ID pembayaran: zyxwvutsrqponmlkjihgfedcba',
    'No. rujukan bank: 2611211949370001',
    'ID transaksi: t4k2m7q9x3c5v8b2n6h4',
    'Bilangan ansuran: 6',
    'Auto debit: Ya',
    '',
  ]);
  expect(mail.subject).toBe('Resit RM138.78: Satellite TV bill');
});

test('is in Chinese for a payer who chose Chinese', () => {
  const { text, mail } = writeReceipt({ ...receipt, language: 'zh-Hans', instalmentMonths: 6, isAutoDebit: true });
  expect(text.split('\n').slice(0, 16)).toEqual([
    '付款成功',
    '谢谢。我们已收到您的付款 RM138.78。',
    '',
    '数额: RM138.78',
    '付款项目: Satellite TV bill',
    '户口号码: 1234567801',
    '付款方式: 网上银行（FPX）',
    '银行或服务商: Maybank2U',
    '付款日期和时间: 2026年11月22日 凌晨12:49',
    '交易日期和时间: 2026年11月21日 晚上7:48',
    '付款编号: zyxwvutsrqponmlkjihgfedcba',
    '银行参考号码: 2611211949370001',
    '交易编号: t4k2m7q9x3c5v8b2n6h4',
    '分期期数: 6',
    '自动扣账: 是',
    '',
  ]);
  expect(mail.subject).toBe('收据 RM138.78：Satellite TV bill');
  expect(mail.html).toContain('<html lang="zh-Hans">');
});

test.each([
  ['en', 'We are passing this payment on to account ••••••7801, usually within 1 day.'],
  ['zh-Hans', '我们正在把这笔付款转入户口 ••••••7801，通常在 1 天内完成。'],
  ['ta', 'இந்தக் கட்டணத்தை ••••••7801 கணக்கிற்கு அனுப்புகிறோம், வழக்கமாக 1 நாளுக்குள்.'],
  ['ms', 'Kami sedang menghantar bayaran ini ke akaun ••••••7801, biasanya dalam masa 1 hari.'],
] as const)('of a bill says in %s that it is being passed on', (language, words) => {
  const { text, mail } = writeReceipt({
    ...receipt,
    language,
    posting: { status: 'queued', receiptNumber: null, usualMinutes: 1440 },
  });
  expect(text.split('\n')[1]).toContain(words);
  expect(mail.html).toContain(words);
});
