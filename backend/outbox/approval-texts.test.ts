import { localeCodes } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { writeApprovalEnded, writeApprovalNeeded } from './approval-texts';

const payment = {
  ...{
    amount: sen(1_250_000),
    payee: { name: 'Example TV Sdn. Bhd.' },
    isPartnerPaid: false,
    madeAt: '2026-11-26T06:30:00Z',
  },
  ...{ productName: null, items: [], orderNumber: null, accountNumber: '1234567801', accounts: [] },
  ...{ bankName: null, paymentId: 'p1', transactionId: 't1', bankReference: 'b1' },
};
const neededText = (...mail: Parameters<typeof writeApprovalNeeded>) => writeApprovalNeeded(...mail).text;
const endedText = (...mail: Parameters<typeof writeApprovalEnded>) => writeApprovalEnded(...mail).text;
const link = 'https://pay.example/bankResultFPX?refid=r1';

test.each(localeCodes)(
  'in %s each text has amount, masked account and link, and the first the deadline',
  (language) => {
    const needed = neededText({ ...payment, approveBy: '2026-12-01T06:30:00Z' }, link, language);
    for (const text of [needed, endedText({ ...payment, isInTime: false }, link, language)]) {
      for (const part of ['RM12,500.00', '••••••7801', link, 'p1', 't1', 'b1']) expect(text).toContain(part);
      expect(text).not.toContain('1234567801');
      // The subject, which mail.ts cuts.
      expect(text.split('\n')[0]?.length).toBeLessThan(120);
    }
    expect(needed.split('\n')[0]).toContain('2026');
  },
);

test('the deadline is in Malaysia time', () => {
  const text = neededText({ ...payment, approveBy: '2026-12-01T06:30:00Z' }, link, 'en');
  expect(text).toContain('Approve by 1 Dec 2026, 2:30 pm.');
});

test.each([
  ['en', 'Paid to', 'Transaction date and time: 26 Nov 2026, 2:30 pm'],
  ['ms', 'Bayaran kepada', 'Tarikh dan masa transaksi: 26 Nov 2026, 2.30 petang'],
  ['zh-Hans', '收款方', '交易日期和时间: 2026年11月26日'],
  ['ta', 'பெறுநர்', 'பரிவர்த்தனை'],
] as const)('in %s each text says who is paid, and when the payment was made', (language, paidTo, madeAt) => {
  const texts = [
    neededText({ ...payment, approveBy: '2026-12-01T06:30:00Z' }, link, language),
    endedText({ ...payment, isInTime: true }, link, language),
  ];
  for (const text of texts) {
    expect(text).toContain(`\n${paidTo}: Example TV Sdn. Bhd.\n`);
    expect(text).toContain(madeAt);
  }
  expect(endedText({ ...payment, payee: { name: null }, isInTime: true }, link, language)).toContain(
    `${paidTo}: ebill\n`,
  );
});

test.each([
  ['en', 'Paid to: Demo Shop (shown at the bank as ebill)'],
  ['ms', 'Bayaran kepada: Demo Shop (dipaparkan di bank sebagai ebill)'],
  ['zh-Hans', '收款方: Demo Shop（银行显示为 ebill）'],
  ['ta', 'பெறுநர்: Demo Shop (வங்கியில் ebill என்று காட்டப்படும்)'],
] as const)('in %s a partner is named with the name that the bank shows', (language, paidTo) => {
  const order = { ...payment, payee: { name: 'Demo Shop', themeColour: '#8a1253' }, isPartnerPaid: true };
  for (const text of [
    neededText({ ...order, approveBy: '2026-12-01T06:30:00Z' }, link, language),
    endedText({ ...order, isInTime: true }, link, language),
  ]) {
    expect(text).toContain(`\n${paidTo}\n`);
  }
});

test('an order of a partner is named by its product and number, and one without an account has no such line', () => {
  const items = [
    { name: 'Decoder', amount: sen(1_000_000) },
    { name: 'Dish', amount: sen(250_000) },
  ];
  const order = { ...payment, productName: 'Set-top box', items, orderNumber: 'A-1001', accountNumber: null };
  const text = endedText({ ...order, isInTime: true }, link, 'en');
  expect(text.split('\n')[0]).toBe('Not paid: RM12,500.00, Set-top box');
  expect(text).toContain('\nPayment for: Set-top box\nOrder number: A-1001\n');
  expect(text).toContain('\n\nItems\nDecoder: RM10,000.00\nDish: RM2,500.00\nTotal: RM12,500.00\n\n');
  expect(text).not.toContain('Account number');
  expect(endedText({ ...payment, isInTime: true }, link, 'en')).not.toContain('Order number');
});

test.each([
  ['en', 'Accounts (2)', 'Total'],
  ['ms', 'Akaun (2)', 'Jumlah keseluruhan'],
  ['zh-Hans', '户口（2）', '总额'],
  ['ta', 'கணக்குகள் (2)', 'மொத்தம்'],
] as const)(
  'in %s a payment of several accounts names each, masked, with its part and their sum',
  (language, title, total) => {
    const accounts = [
      { accountNumber: '1234567801', amount: sen(1_000_000) },
      { accountNumber: '1234567802', amount: sen(250_000) },
    ];
    const several = { ...payment, accountNumber: null, accounts };
    for (const text of [
      neededText({ ...several, approveBy: '2026-12-01T06:30:00Z' }, link, language),
      endedText({ ...several, isInTime: false }, link, language),
    ]) {
      const parts = ['••••••7801: RM10,000.00', '••••••7802: RM2,500.00', `${total}: RM12,500.00`];
      expect(text).toContain(`\n\n${title}\n${parts.join('\n')}\n\n`);
      for (const { accountNumber } of accounts) expect(text).not.toContain(accountNumber);
    }
  },
);

test.each(localeCodes)('in %s the HTML has the words of the text, with a button for the link', (language) => {
  const items = [
    { name: 'Decoder', amount: sen(1_000_000) },
    { name: 'Dish', amount: sen(250_000) },
  ];
  const order = { ...payment, productName: 'Set-top box', items, approveBy: '2026-12-01T06:30:00Z' };
  for (const { text, mail } of [
    writeApprovalNeeded(order, link, language),
    writeApprovalEnded({ ...order, isInTime: true }, link, language),
  ]) {
    const read = mail.html
      .replaceAll(/<[^>]+>/g, '\n')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    const words = (written: string) =>
      written
        .replace(link, '')
        .split(/[\s:]+/)
        .filter((word) => word !== '');
    for (const word of words(text)) expect(words(read)).toContain(word);
    expect(mail.html).toContain(`href="${link}"`);
  }
});

test('the e-mail of a partner’s order has the partner at its head', () => {
  const partner = {
    ...payment,
    payee: { name: 'Demo Shop', themeColour: '#8a1253' },
    isPartnerPaid: true,
    isInTime: true,
  };
  expect(writeApprovalEnded(partner, link, 'en').mail.html).toMatch(/color:#8a1253">Demo Shop<\/p>/);
  expect(writeApprovalEnded({ ...partner, ...payment }, link, 'en').mail.html).toMatch(/>ebill<\/p>/);
});
