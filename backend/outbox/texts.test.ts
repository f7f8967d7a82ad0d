import { localeCodes } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { autoDebitRegisteredText, oneTimePinText, refundText, tacText } from './texts';

/** The basic characters of GSM 03.38 that our texts use; a text with any other character is sent in UCS-2. */
const gsmText = /^[A-Za-z0-9 \n.,:;!?'"()/%&+=-]*$/;

/** The size of one part of a text message (3GPP TS 23.038): 160 characters of the GSM alphabet, or 70 units of UCS-2. */
function fitsOnePart(text: string): boolean {
  return gsmText.test(text) ? text.length <= 160 : text.length <= 70;
}

test.each(localeCodes)('a code in %s is one part of a text message', (language) => {
  // No phone bill takes as much.
  const tac = tacText('123456', sen(1_000_000), language);
  const pin = oneTimePinText('123456', language);
  expect([tac, fitsOnePart(tac)]).toEqual([expect.stringContaining('RM10,000.00'), true]);
  expect([pin, fitsOnePart(pin)]).toEqual([expect.stringContaining('123456'), true]);
});

test('a TAC in Chinese and in Tamil says for what it is, how long it is good and not to share it', () => {
  expect(tacText('123456', sen(13_878), 'zh-Hans')).toBe(
    'ebill：123456 是您支付 RM138.78 的 TAC，10 分钟内有效。切勿告诉他人。',
  );
  expect(tacText('123456', sen(13_878), 'ta')).toBe('ebill TAC 123456: RM138.78 செலுத்த. 10 நிமிடம் செல்லும். பகிராதீர்');
});

test('the other text messages are in Chinese and Tamil', () => {
  const registration = { accountNumber: '1234567801', cardBrand: 'visa', cardLastFour: '1111' } as const;
  expect(autoDebitRegisteredText(registration, 'https://pay.example/x', 'zh-Hans').split('\n')).toEqual([
    '户口 ••••••7801 已启用自动扣账',
    '今后的账单会从尾号 1111 的 Visa 扣款。',
    '如要取消自动扣账：https://pay.example/x',
  ]);
  const refund = {
    ...{ accountNumber: null, amount: sen(13_878), productName: 'Bill', paymentId: 'p1' },
    destination: 'card',
  } as const;
  expect(refundText(refund, 'https://pay.example/r', 'ta').split('\n')).toEqual([
    'திருப்பிச் செலுத்துதல் RM138.78: Bill',
    'RM138.78 தொகையை உங்கள் அட்டைக்குத் திருப்பித் தந்துள்ளோம். அதை எப்போது காண்பீர்கள் என்பதை அட்டை வழங்கிய வங்கி முடிவு செய்யும், வழக்கமாக 14 நாட்களுக்குள்.',
    'கட்டண அடையாளம்: p1',
    'இந்தக் கட்டணத்தை இணையத்தில் பாருங்கள்: https://pay.example/r',
  ]);
});

test.each([
  ['en', 'Account number: ••••••7802'],
  ['ms', 'Nombor akaun: ••••••7802'],
  ['zh-Hans', '户口号码：••••••7802'],
  ['ta', 'கணக்கு எண்: ••••••7802'],
] as const)('a refund of one of several accounts names it, masked, in %s', (language, line) => {
  const refund = {
    ...{ accountNumber: '2234567802', amount: sen(5_000), productName: 'Bills', paymentId: 'p1' },
    destination: 'wallet',
  } as const;
  const lines = refundText(refund, 'https://pay.example/r', language).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[2]).toBe(line);
});
