import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { recentPaymentStatuses } from '@/lib/domain/bill/recent-payments';
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
  const payments = recentPaymentStatuses.map((status, index) => ({ amount: sen(5000 + index), at, status }));
  show({ payments, outstanding: sen(8878) });
  const items = screen.getAllByTestId('recent-payment');
  expect(items.map(({ dataset }) => dataset['status'])).toEqual([
    ...['in-progress', 'pending-approval', 'received', 'review'],
  ]);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'RM50.00, 21 Nov 2026, 7:49 pm MYT: payment in progress',
    'RM50.01, 21 Nov 2026, 7:49 pm MYT: waiting for approval',
    'RM50.02, 21 Nov 2026, 7:49 pm MYT: received, not in the balance yet',
    'RM50.03, 21 Nov 2026, 7:49 pm MYT: received, being checked',
  ]);
  expect(screen.getByTestId('outstanding').textContent).toBe('RM88.78');
});

test('shows nothing without payments', () => {
  const { container } = show({ payments: [], outstanding: sen(8878) });
  expect(container.textContent).toBe('');
});
