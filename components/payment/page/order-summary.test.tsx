import { render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import en from '@/messages/en.json';
import { OrderSummary } from './order-summary';
import { emptyPaymentPage } from './payment-page.fixture';

const lineOf = (name: string) => ({ name, amount: sen(1_000) });

function show(changes: Partial<PaymentPage>, backTo: string | null = null): HTMLElement {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <OrderSummary page={{ ...emptyPaymentPage, ...changes }} backTo={backTo} />
    </NextIntlClientProvider>,
  ).container;
}

/** The terms of the rows, and how many of them are folded. */
function rowsOf(container: HTMLElement) {
  const termsIn = (root: ParentNode) => [...root.querySelectorAll('dt')].map(({ textContent }) => textContent);
  const folded = container.querySelector('details');
  return { terms: termsIn(container), folded: folded === null ? [] : termsIn(folded) };
}

test('two lines are shown, more are folded into one row with the number of items, and the total never is', () => {
  const charges = [lineOf('Delivery')];
  const two = show({ lines: [lineOf('Decoder')], itemTotal: sen(1_000), charges, total: sen(2_000) });
  expect(rowsOf(two)).toEqual({ terms: ['Decoder', 'Delivery', 'Total'], folded: [] });
  const lines = [lineOf('Decoder'), lineOf('Remote control')];
  const three = show({ lines, itemTotal: sen(2_000), charges, total: sen(3_000) });
  const folded = ['Decoder', 'Remote control', 'Subtotal', 'Delivery'];
  expect(rowsOf(three)).toEqual({ terms: [...folded, 'Total'], folded });
  expect(within(three).getByText('Items (2)').tagName).toBe('SUMMARY');
});

test('more than three accounts are folded into one row with their number', () => {
  const accounts = ['7801', '7802', '7803', '7804'].map((accountEnding) => ({
    ...{ accountEnding, accountName: null, amount: sen(1_000) },
  }));
  const { terms, folded } = rowsOf(show({ accounts, total: sen(4_000) }));
  expect(folded.map((term) => term?.slice(-4))).toEqual(['7801', '7802', '7803', '7804']);
  expect(terms).toEqual([...folded, 'Total']);
  expect(screen.getByText('Accounts (4)').tagName).toBe('SUMMARY');
});

test('says of the last deadline that it cannot be extended', () => {
  const deadline = '2026-11-25T04:00:00Z';
  show({ deadline, serverTime: '2026-11-25T03:50:00Z', extensionsLeft: 1 });
  expect(screen.getByText('Pay before 12:00 pm. After that, this page closes.')).toBeTruthy();
  show({ deadline, serverTime: '2026-11-25T03:50:00Z', extensionsLeft: 0 });
  expect(screen.getByText('Pay before 12:00 pm. After that, this page closes. You cannot get more time.')).toBeTruthy();
});

test('a subtotal that is the total is not shown', () => {
  const lines = [lineOf('Decoder'), lineOf('Remote control'), lineOf('Cable')];
  expect(rowsOf(show({ lines, itemTotal: sen(3_000), total: sen(3_000) })).terms).not.toContain('Subtotal');
});

test('the way back to the partner opens the question of cancelling', () => {
  show({});
  expect(screen.queryByTestId('back-to-partner')).toBeNull();
  show({}, 'Demo Shop');
  const button = screen.getByRole('button', { name: 'Back to Demo Shop' });
  expect(button.getAttribute('popovertarget')).toBe('cancel-payment');
});

test.each([{ accountEnding: null }, { accountEnding: '7801' }])('names who is paid: %j', (changes) => {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <OrderSummary page={{ ...emptyPaymentPage, ...changes }} payee="Pale" />
    </NextIntlClientProvider>,
  );
  expect(screen.getByTestId('paid-to').parentElement?.textContent).toBe('Paid to Pale');
});
