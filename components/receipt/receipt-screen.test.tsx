import { render, screen, within } from '@testing-library/react';
import { createTranslator, NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import type { Receipt } from '@/lib/domain/receipt/receipt';
import { writeReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { testReceipt } from '@/lib/domain/receipt/receipt.fixture';
import en from '@/messages/en.json';
import { ReceiptLinkError } from './receipt-link-error';
import { ReceiptScreen } from './receipt-screen';

const translate = createTranslator<Record<string, unknown>>({ locale: 'en', messages: en });
const write = (changes: Partial<Receipt> = {}) =>
  writeReceiptDocument({ ...testReceipt, ...changes }, 'en', (key, values) => translate(key as never, values as never));
const receipt = write();

function show(changes: Partial<ComponentProps<typeof ReceiptScreen>> = {}) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ReceiptScreen
        receipt={receipt}
        pdf={{ href: '/api/receipt/pdf?token=t', isInEnglish: false }}
        notice={null}
        printButton={<button>Print</button>}
        printFooter={null}
        companyForm={null}
        asksForCompany={false}
        linkValidUntil="2027-11-21T16:49:00Z"
        resultHref={null}
        {...changes}
      />
    </NextIntlClientProvider>,
  );
}

test('shows all of the receipt, with its title as the heading of the page', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Official receipt');
  const shown = within(screen.getByTestId('receipt'));
  for (const text of [
    ...[receipt.issuer.name, ...receipt.issuer.lines, receipt.amount.value, receipt.status.title, ...receipt.notes],
    ...[...receipt.rows, ...receipt.details.rows].flatMap(({ term, value }) => [term, value]),
  ]) {
    expect(shown.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(screen.getByTestId('receipt-payment-id').textContent).toBe(testReceipt.paymentId);
});

test('of several accounts each has its own receipt number in its row, and the total stands out', () => {
  const posting = { status: 'accepted', receiptNumber: 'R-1', usualMinutes: 5 } as const;
  const account = {
    ...{ accountNumber: '1234567801', accountName: 'A*** B***', amount: testReceipt.amount },
    ...{ posting, isRefunded: false },
  };
  show({ receipt: write({ accountNumber: null, accounts: [account] }) });
  const number = screen.getByTestId('receipt-account-1-receipt-number');
  expect(number.textContent).toBe('R-1');
  const row = screen.getByTestId('receipt-account-1').parentElement;
  expect(row?.textContent).toBe('1234567801A*** B***Name A B, the rest is hiddenRM138.78Receipt number: R-1');
  expect(number.parentElement?.className).not.toContain('font-semibold');
  expect(row?.contains(number)).toBe(true);
  expect(screen.getByTestId('receipt-total').parentElement?.className).toMatch(/border-t-2.*font-bold/);
});

test('of several accounts the status of one that is not credited yet stands out', () => {
  const posting = { status: 'review', receiptNumber: null, usualMinutes: 5 } as const;
  const account = { accountNumber: '1234567801', accountName: null, amount: testReceipt.amount };
  show({ receipt: write({ accountNumber: null, accounts: [{ ...account, posting, isRefunded: false }] }) });
  const status = screen.getByTestId('receipt-account-1-status').parentElement;
  expect(status?.textContent).toBe('Status: Not credited yet: we are looking into it');
  expect(status?.className).toContain('text-ink font-semibold');
});

test('screen readers read the end of a masked account number, without its bullets', () => {
  const rows = [
    { name: 'account-number', term: 'Account number', value: '••••••7801' },
    { name: 'company', term: 'Company', value: '••••••7801' },
  ];
  const items = {
    title: 'Accounts',
    continued: 'Accounts (continued)',
    rows: [{ name: 'account-1', term: '••••••7802', value: 'RM1.00' }],
  };
  const status = { ...receipt.status, sentences: ['Credited to account ••••••7801.'] };
  show({ receipt: { ...receipt, rows, items, status } });
  const hidden = screen.getAllByText(/^••••••/).map((element) => element.getAttribute('aria-hidden'));
  expect(hidden).toEqual(['true', 'true', null, 'true']);
  expect(screen.getByTestId('receipt-account-number').querySelector('.sr-only')?.textContent).toBe('ending in 7801');
  expect(screen.getByText('ending in 7802').className).toBe('sr-only');
});

test('offers the PDF, and says where it is in English; without one it says how to save the page', () => {
  const { unmount } = show();
  expect(screen.getByTestId('receipt-pdf').textContent).toBe('Download PDF');
  unmount();
  const { unmount: leave } = show({ pdf: { href: '/x', isInEnglish: true } });
  expect(screen.getByTestId('receipt-pdf').textContent).toBe('Download PDF (in English)');
  leave();
  show({ pdf: null });
  expect(screen.queryByTestId('receipt-pdf')).toBeNull();
  expect(screen.getByText(/Save as PDF/)).toBeTruthy();
});

test('says until when its link opens it, and what whoever has it can do', () => {
  const { unmount } = show();
  expect(screen.getByText(/until 22 Nov 2027\. Whoever has it can see the receipt\.$/)).toBeTruthy();
  unmount();
  show({ companyForm: <form /> });
  expect(
    screen.getByText(/until 22 Nov 2027\. Whoever has it can see the receipt and change the company name/),
  ).toBeTruthy();
});

test.each([
  ['invalid', en.receipt.invalidTitle],
  ['expired', en.receipt.expiredTitle],
  ['tooMany', en.receipt.tooManyTitle],
] as const)('a link that is %s says so, and leads on', (reason, title) => {
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <ReceiptLinkError reason={reason} minutes={3} />
    </NextIntlClientProvider>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

test('leads back to the result that it was opened from, if any', () => {
  const { unmount } = show();
  expect(screen.queryByTestId('back-to-result')).toBeNull();
  unmount();
  show({ resultHref: '/bankResultFPX?refid=1' });
  expect(screen.getByTestId('back-to-result').getAttribute('href')).toBe('/bankResultFPX?refid=1');
});

test.each([
  ['asks for the name of the company before it offers the PDF and the print', true, Node.DOCUMENT_POSITION_FOLLOWING],
  ['offers to add the name of a company below the receipt', false, Node.DOCUMENT_POSITION_PRECEDING],
] as const)('%s', (_title, asksForCompany, position) => {
  show({ companyForm: <form data-testid="company" />, asksForCompany });
  const company = screen.getByTestId('company');
  for (const other of [screen.getByTestId('receipt-pdf'), screen.getByText('Print'), screen.getByTestId('receipt')]) {
    expect(company.compareDocumentPosition(other)).toBe(position);
  }
});

test('whom to ask can be called and written', () => {
  const note = 'Questions about your order: My Shop, +60312345678 · hello@shop.example';
  show({ receipt: { ...receipt, notes: [note] } });
  expect(screen.getByText(/Questions about your order/).textContent).toBe(note);
  expect(screen.getByRole('link', { name: '+60312345678' }).getAttribute('href')).toBe('tel:+60312345678');
  expect(screen.getByRole('link', { name: 'hello@shop.example' }).getAttribute('href')).toBe(
    'mailto:hello@shop.example',
  );
});

test('tells of the link to share only where a result leads there', () => {
  const companyForm = <form aria-label="company" />;
  const { unmount } = show({ companyForm });
  expect(screen.queryByText(/Share receipt/)).toBeNull();
  expect(screen.getByText(/change the company name\.$/)).toBeTruthy();
  unmount();
  show({ companyForm, resultHref: '/bankResultFPX?refid=r' });
  expect(screen.getByText(/change the company name\. The link of ‘Share receipt’/)).toBeTruthy();
});
