import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { sen } from '@/lib/domain/money';
import en from '@/messages/en.json';
import type { PresentmentCode } from './draw-code';
import { PresentmentScreen } from './presentment-screen';

jest.mock('./draw-code', () => ({ drawCodeSvg: () => '<svg></svg>' }));

const page = {
  ...{ refid: 'abcdefghijklmnopqrstuvwxyz', total: sen(13_878), productName: 'Satellite TV bill' },
  ...{ accountEnding: '7801', accounts: [] },
};

function show(
  code: PresentmentCode,
  changes: Partial<ComponentProps<typeof PresentmentScreen>['page']> = {},
  payee: string | null = null,
) {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <PresentmentScreen
        page={{ ...page, ...changes }}
        payee={payee}
        code={code}
        expiresAt="2026-11-21T12:15:00Z"
        poller={<i>polls</i>}
        timeLeft={<i>announces</i>}
        printButton={<button>print</button>}
      />
    </NextIntlClientProvider>,
  );
}

test('a barcode is shown with its text, amount and expiry', () => {
  show({ kind: 'barcode', text: '8800123456789' });
  expect(screen.getByTestId('counter-barcode').textContent).toBe('8800123456789');
  expect(screen.getByRole('img', { name: en.waiting.counterLabel })).toBeTruthy();
  expect(screen.getByTestId('total-amount').textContent).toBe('RM138.78');
  expect(screen.getByTestId('code-expiry').textContent).toContain('8:15 pm');
  expect(screen.getByText('polls')).toBeTruthy();
  expect(screen.getByText('announces')).toBeTruthy();
});

test.each(['barcode', 'qr'] as const)('a %s names the account that is paid by its end', (kind) => {
  show({ kind, text: '00020201' });
  expect(screen.getByTestId('account-ending').textContent).toContain('7801');
  expect(screen.getByText(en.payment.account)).toBeTruthy();
});

test('an order that is no bill names no account', () => {
  show({ kind: 'barcode', text: '8800123456789' }, { accountEnding: null });
  expect(screen.queryByText(en.payment.account)).toBeNull();
});

test('a payment of several accounts names each with its amount', () => {
  const accounts = [
    { accountEnding: '7801', accountName: 'A*** B***', amount: sen(10_000) },
    { accountEnding: '7802', accountName: null, amount: sen(3_878) },
  ];
  show({ kind: 'barcode', text: '8800123456789' }, { accountEnding: null, accounts });
  expect(screen.getByTestId('account-1').textContent).toBe('RM100.00');
  expect(screen.getByTestId('account-2').textContent).toBe('RM38.78');
  expect(screen.getAllByTestId('account-name').map(({ textContent }) => textContent)).toEqual(['A*** B***']);
});

test('a QR code has its payload, a download and a link to another method', () => {
  show({ kind: 'qr', text: '00020201' });
  const figure = screen.getByTestId('duitnow-qr');
  expect(figure.dataset['payload']).toBe('00020201');
  // By these words payers know the national QR, in every language.
  expect(figure.textContent).toBe('DuitNow QRMALAYSIA NATIONAL QR');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href(en.waiting.save)).toBe(`/api/payment/code?refid=${page.refid}`);
  expect(href(en.waiting.otherMethod)).toBe(`/epayment/entry?refid=${page.refid}`);
});

test('the amount is right above the code, and the picture to save right below it', () => {
  show({ kind: 'qr', text: '00020201' });
  const inOrder = [
    screen.getByText('polls'),
    screen.getByTestId('total-amount'),
    screen.getByTestId('duitnow-qr'),
    screen.getByRole('link', { name: en.waiting.save }),
    screen.getByText(en.waiting.qrOnThisPhone),
    screen.getByTestId('code-expiry'),
    screen.getByText(en.waiting.changesItself),
  ];
  expect(inOrder.toSorted((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1))).toEqual(inOrder);
});

test('a QR code names the merchant that the payer’s app shows', () => {
  show({ kind: 'qr', text: '0002025911EXAMPLE TV 6304ABCD' });
  expect(screen.getByTestId('qr-merchant').textContent).toBe('EXAMPLE TV');
});

test('for a partner’s order a QR code names whom it pays, and the merchant that the payer’s app shows', () => {
  show({ kind: 'qr', text: '0002025911EXAMPLE TV 6304ABCD' }, { accountEnding: null }, 'Demo Shop');
  expect(screen.getByTestId('qr-merchant').textContent).toBe('Demo Shop (your app shows EXAMPLE TV)');
});
