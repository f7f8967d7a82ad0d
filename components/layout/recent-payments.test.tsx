import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { recentPaymentStatuses, type RecentPayment, type UnpaidAttempt } from '@/lib/domain/bill/recent-payments';
import { sen } from '@/lib/domain/money';
import en from '@/messages/en.json';
import { RecentPayments } from './recent-payments';

const at = '2026-11-21T11:49:00Z';

function show(props: ComponentProps<typeof RecentPayments>) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <RecentPayments {...props} />
    </NextIntlClientProvider>,
  );
}

test('lists each payment with its amount, time and status, and what is still owed', () => {
  const payments = recentPaymentStatuses.map((status, index) => ({
    ...{ amount: sen(5000 + index), at, status },
    ...{ unpaid: null, isCounted: true },
  }));
  show({ payments, outstanding: sen(8878) });
  const items = screen.getAllByTestId('recent-payment');
  expect(items.map(({ dataset }) => dataset['status'])).toEqual([
    ...['in-progress', 'pending-approval', 'received', 'review'],
  ]);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'RM50.00, 21 Nov 2026, 7:49 pm: payment in progress',
    'RM50.01, 21 Nov 2026, 7:49 pm: waiting for approval',
    'RM50.02, 21 Nov 2026, 7:49 pm: received, not in the balance yet',
    'RM50.03, 21 Nov 2026, 7:49 pm: received, being checked',
  ]);
  expect(screen.getByTestId('outstanding').textContent).toBe('RM88.78');
});

const unpaidTexts = {
  redirect: 'RM50.00, 21 Nov 2026, 7:49 pm: begun, no payment confirmed yet',
  code: 'RM50.00, 21 Nov 2026, 7:49 pm: barcode or QR code made, not paid yet',
  approval: 'RM50.00, 21 Nov 2026, 7:49 pm: company payment that waits for its approval',
} as const;

const begin = (unpaid: UnpaidAttempt, isCounted: boolean): RecentPayment => ({
  ...{ amount: sen(5000), at, unpaid, isCounted },
  status: unpaid === 'approval' ? 'pending-approval' : 'in-progress',
});

test.each([
  ['redirect', true],
  ['redirect', false],
  ['code', true],
  ['code', false],
  ['approval', true],
  ['approval', false],
] as const)('an attempt that nobody has paid (%s, counted: %p) is not called money on its way', (unpaid, isCounted) => {
  const { container } = show({ payments: [begin(unpaid, isCounted)], outstanding: sen(isCounted ? 0 : 5000) });
  expect(screen.getByTestId('recent-payment').textContent).toBe(unpaidTexts[unpaid]);
  expect(container.textContent).toContain('A payment of this bill was started');
  expect(container.textContent).toContain(isCounted ? 'Still owed if that is paid: RM0.00' : 'Still owed: RM50.00');
  expect(container.textContent).toContain(
    isCounted ? 'Pay only if it will not be completed: then tick the box' : 'You can pay now.',
  );
  expect(container.textContent).not.toMatch(/on its way|in progress|after that|Please do not pay/);
});

test('beside a payment that was made, an attempt that nobody has paid is listed as such', () => {
  const made: RecentPayment = { amount: sen(8878), at, status: 'received', unpaid: null, isCounted: true };
  const { container } = show({ payments: [made, begin('code', false)], outstanding: sen(0) });
  expect(container.textContent).toContain(en.recentPayments.title);
  expect(screen.getAllByTestId('recent-payment')[1]?.textContent).toBe(unpaidTexts.code);
});

test('while a part is being paid, what is still owed can be paid without a confirmation', () => {
  const { container } = show({ payments: [begin('redirect', true)], outstanding: sen(5000) });
  expect(container.textContent).toContain(en.recentPayments.begunPartAdvice);
  expect(container.textContent).not.toContain(en.recentPayments.begunAdvice);
});

test('leads to the payment that is the payer’s own', () => {
  const ownPayment = { path: '/epayment/entry?refid=abc', amount: sen(5000), receivedAt: null };
  show({ payments: [begin('redirect', true)], ownPayment });
  expect(screen.getByRole('link', { name: en.recentPayments.ownPayment }).getAttribute('href')).toBe(
    '/epayment/entry?refid=abc',
  );
});

test('says that the payer’s own payment is received once the balance has it', () => {
  const ownPayment = { path: '/epayment/entry?refid=abc', amount: sen(8878), receivedAt: at };
  show({ payments: [], outstanding: sen(0), ownPayment });
  expect(screen.getByText('We have received your payment of RM88.78 (21 Nov 2026, 7:49 pm).')).toBeTruthy();
  expect(screen.getByRole('link', { name: en.recentPayments.ownPayment })).toBeTruthy();
});

test('shows nothing without payments', () => {
  const { container } = show({ payments: [], outstanding: sen(8878) });
  expect(container.textContent).toBe('');
});
