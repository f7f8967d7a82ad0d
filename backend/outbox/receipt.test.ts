import { sen } from '@/lib/domain/money';
import type { Locale } from '@/lib/domain/locales';
import type { Receipt } from '@/lib/domain/receipt/receipt';
import { testReceipt } from '@/lib/domain/receipt/receipt.fixture';
import { deriveAccent } from '@/lib/theme/accent';
import { hexColour } from '@/lib/theme/colour';
import { writeReceipt } from './receipt';

const url = 'https://pay.example.com/receipt?token=v1.abc&x="';

const customerService = {
  phone: '+60312345678',
  whatsApp: '+60123456789',
  email: 'help@pay.example.com',
  hours: '9:00–18:00',
};

const write = (changes: Partial<Receipt> = {}, language: Locale = 'en') =>
  writeReceipt({ ...testReceipt, ...changes }, language, url, customerService);

test('is the official receipt as text, with its link', () => {
  expect(write().text.split('\n')).toEqual([
    'Official receipt',
    'Example TV Sdn. Bhd.',
    'Registration no. 202601000001 (1234567-A)',
    '1 Jalan Contoh, 50000 Kuala Lumpur',
    '',
    'Payment Successful',
    'Thank you. We have received your payment of RM138.78. We are passing this payment on to account 1234567801, usually within 5 minutes.',
    '',
    'Amount: RM138.78',
    'Payment ID: zyxwvutsrqponmlkjihgfedcba',
    'Payment date and time: 22 Nov 2026, 12:49 am',
    'Payment for: Satellite TV bill',
    'Account number: 1234567801',
    'Account name: A*** B*** I***',
    'Payment method: Online banking (FPX)',
    'Bank or provider: Maybank2U',
    '',
    'The receipt number is on your official receipt as soon as Example TV Sdn. Bhd. has confirmed it.',
    `View or download this receipt: ${url}`,
    '',
    'Details',
    'Bank ref no.: 2611211949370001',
    'Transaction ID: t4k2m7q9x3c5v8b2n6h4',
    'Transaction date and time: 21 Nov 2026, 7:48 pm',
    'Auto debit: No',
    '',
    'Times are in Malaysia time.',
    'This receipt was made by computer and needs no signature.',
    'Customer service: +60312345678 · WhatsApp +60123456789 · help@pay.example.com',
    'You get this email because this address was given for the receipt. We never ask for card details or codes by email.',
  ]);
});

test('has the same words in its HTML, with a button that opens the receipt', () => {
  const { text, mail } = write({ posting: { status: 'accepted', receiptNumber: 'R-4711', usualMinutes: 5 } });
  const read = mail.html
    .replace(/<style[^]*?<\/style>|<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .split('\n')
    .map((line) => line.trim());
  for (const line of text.split('\n').filter((part) => part !== '' && !part.includes(url))) {
    for (const part of line.split(': ')) expect(read.join(' ')).toContain(part);
  }
  expect(mail.html).toContain('href="https://pay.example.com/receipt?token=v1.abc&#38;x=&#34;"');
});

test('escapes names from others in the HTML', () => {
  const { mail } = write({ productName: '<img src=x> "$&" {amount}', bankName: '</table>', companyName: '<b>' });
  expect(mail.html).not.toMatch(/<img|<b>/);
  expect(mail.html.match(/<table/g)?.length).toBe(mail.html.match(/<\/table>/g)?.length);
  expect(mail.subject).toBe('Receipt RM138.78: <img src=x> "$&" {amount}');
});

test('begins with the name of the site, which is not repeated where it is the issuer', () => {
  const countNames = (html: string) => html.match(/<p [^>]*>ebill<\/p>/g)?.length;
  const { html } = write().mail;
  expect(html.indexOf('>ebill</p>')).toBeLessThan(html.indexOf('>Example TV Sdn. Bhd.</p>'));
  const issuer = { name: null, registrationNumber: null, address: null };
  expect(countNames(write({ issuer }).mail.html)).toBe(1);
});

test('says what was refunded, and that contact data are no longer stored', () => {
  const refund = {
    status: 'succeeded',
    accountNumber: null,
    amount: sen(5_000),
    at: '2026-11-30T02:00:00Z',
    destination: 'card',
  } as const;
  const { text } = write({ refunds: [refund], isContactErased: true });
  expect(text).toContain('RM50.00 was refunded to your card on 30 Nov 2026.');
  expect(text).toContain('We no longer store the contact details that were given with this payment.');
});

test.each([
  [
    'ms',
    'Resit rasmi',
    'Pembayaran Berjaya',
    'Tarikh dan masa pembayaran: 22 Nov 2026, 12.49 pagi',
    'Resit RM138.78: Bil TV satelit',
  ],
  ['zh-Hans', '正式收据', '付款成功', '付款日期和时间: 2026年11月22日 凌晨12:49', '收据 RM138.78：卫星电视账单'],
  ['ta', 'அதிகாரப்பூர்வ ரசீது', 'கட்டணம் வெற்றி', 'கணக்கு எண்: 1234567801', 'ரசீது RM138.78: செயற்கைக்கோள் டிவி பில்'],
] as const)('is in %s for a payer who chose it', (language, title, status, row, subject) => {
  const { text, mail } = write({}, language);
  const lines = text.split('\n');
  expect(lines[0]).toBe(title);
  expect(lines).toEqual(expect.arrayContaining([status, row]));
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain(`<html lang="${language}">`);
});

test.each([
  ['en', 'We are passing this payment on to account 1234567801, usually within 1 day.'],
  ['zh-Hans', '我们正在把这笔付款转入户口 1234567801，通常在 1 天内完成。'],
  ['ta', 'இந்தக் கட்டணத்தை 1234567801 கணக்கிற்கு அனுப்புகிறோம், வழக்கமாக 1 நாளுக்குள்.'],
  ['ms', 'Kami sedang menghantar bayaran ini ke akaun 1234567801, biasanya dalam masa 1 hari.'],
] as const)('of a bill says in %s that it is being passed on', (language, words) => {
  const { text, mail } = write({ posting: { status: 'queued', receiptNumber: null, usualMinutes: 1440 } }, language);
  expect(text).toContain(words);
  expect(mail.html).toContain(words);
});

test.each([
  ['en', 'The receipt number is on your official receipt as soon as Example TV Sdn. Bhd. has confirmed it.'],
  ['ms', 'Nombor resit akan ada pada resit rasmi anda sebaik sahaja Example TV Sdn. Bhd. mengesahkannya.'],
  ['zh-Hans', 'Example TV Sdn. Bhd. 确认后，收据号码就会显示在您的正式收据上。'],
  ['ta', 'Example TV Sdn. Bhd. உறுதி செய்தவுடன், ரசீது எண் உங்கள் அதிகாரப்பூர்வ ரசீதில் இருக்கும்.'],
] as const)(
  'says in %s that the receipt number is on the official receipt later, above the link',
  (language, words) => {
    const { text, mail } = write({}, language);
    const lines = text.split('\n');
    expect(lines[lines.indexOf(words) + 1]).toContain(url);
    expect(mail.html.indexOf(words)).toBeGreaterThan(0);
    expect(mail.html.indexOf(words)).toBeLessThan(mail.html.indexOf('<a '));
  },
);

test('of several accounts says so of their receipt numbers', () => {
  const posting = { status: 'queued', receiptNumber: null, usualMinutes: 5 } as const;
  const account = { accountNumber: '1234567801', accountName: null, amount: sen(13_878), posting, isRefunded: false };
  const { text, mail } = write({ accountNumber: null, accounts: [account], posting });
  const words = 'Receipt numbers are on your official receipt as soon as Example TV Sdn. Bhd. has confirmed them.';
  expect(text).toContain(words);
  expect(mail.html).toContain(words);
});

test('of several accounts has each receipt number with its account', () => {
  const accepted = { status: 'accepted', usualMinutes: 5 } as const;
  const accounts = ['1234567801', '2234567802'].map((accountNumber, index) => ({
    ...{ accountNumber, accountName: 'A*** B***', amount: sen(6_939), isRefunded: false },
    posting: { ...accepted, receiptNumber: `R-${index + 1}` },
  }));
  const { text, mail } = write({ accountNumber: null, accounts, posting: { ...accepted, receiptNumber: null } });
  expect(text).toContain(
    '\n1234567801, A*** B***: RM69.39\n  Receipt number: R-1\n2234567802, A*** B***: RM69.39\n  Receipt number: R-2\nTotal: RM138.78\n',
  );
  expect(mail.html).toMatch(/<td [^>]*white-space:nowrap">RM69\.39<\/td>/);
  expect(mail.html).toMatch(/>1234567801<div [^>]*white-space:nowrap">A\*\*\* B\*\*\*<\/div>/);
  expect(mail.subject).toBe('Receipt RM138.78: Satellite TV bill, 2 accounts');
  // A long reference is beside its term where there is room, else below it.
  expect(mail.html).toMatch(
    /<td colspan="2" [^>]*><div [^>]*flex-wrap:wrap[^>]*><span [^>]*>Payment ID<\/span> <div [^>]*>zyxwvutsrqponmlkjihgfedcba<\/div><\/div><\/td>/,
  );
  const rows = mail.html.match(/<tr>.*<\/tr>/g)?.map((row) => row.replaceAll(/<[^>]+>/g, ' ').replaceAll(/ +/g, ' '));
  expect(rows).toEqual(
    expect.arrayContaining([
      ' 1234567801 A*** B*** Receipt number: R-1 RM69.39 ',
      ' 2234567802 A*** B*** Receipt number: R-2 RM69.39 ',
    ]),
  );
});

test('of several accounts has the status of one that is not credited yet in bold', () => {
  const posting = { status: 'review', receiptNumber: null, usualMinutes: 5 } as const;
  const account = { accountNumber: '1234567801', accountName: null, amount: sen(13_878), posting, isRefunded: false };
  const { mail } = write({ accountNumber: null, accounts: [account], posting });
  expect(mail.html).toMatch(/<div [^>]*font-weight:700">Status: Not credited yet: we are looking into it<\/div>/);
});

test('of a partner begins with its name, in its colour made readable, which the button has, too; that of a bill has the site’s', () => {
  const partner = { name: 'Kedai Contoh', registrationNumber: null, address: null, themeColour: '#00AAFF' };
  const { html } = write({ issuer: partner, posting: null, accountNumber: null }).mail;
  const ink = deriveAccent(hexColour('#00aaff')).light.ink;
  expect(html).toMatch(new RegExp(`<body [^>]*>\\s*<p [^>]*;color:${ink}">Kedai Contoh</p>`));
  expect(html.split('Kedai Contoh')).toHaveLength(2);
  expect(html).toContain(`background:${ink};color:#ffffff`);
  expect(html).not.toContain('#9c0055');
  const bill = write().mail.html;
  expect(bill).toMatch(/<p [^>]*;color:#9c0055">ebill<\/p>/);
  expect(bill).toContain('background:#9c0055;color:#ffffff');
});

const refundInFull = {
  ...{ accountNumber: null, amount: sen(13_878), at: '2026-11-30T02:00:00Z' },
  ...({ status: 'succeeded', destination: 'card' } as const),
};

test.each<[string, Partial<Receipt>]>([
  ['is accepted', { posting: { status: 'accepted', receiptNumber: 'R-4711', usualMinutes: 5 } }],
  ['is in review', { posting: { status: 'review', receiptNumber: null, usualMinutes: 5 } }],
  ['is refunded in full', { refunds: [refundInFull] }],
  ['pays no bill', { posting: null }],
])('promises no receipt number for a payment that %s', (_, changes) => {
  const { text, mail } = write(changes);
  expect(text).toContain(`\n\nView or download this receipt: ${url}`);
  expect(text + mail.html).not.toContain('on your official receipt as soon as');
});
