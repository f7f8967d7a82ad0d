import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { sen } from '@/lib/domain/money';
import type { KeptPayment } from '@/lib/domain/payment/payment-history';
import { isPaymentId, isRefid } from '@/lib/domain/payment/references';
import { createHistoryStore } from '@/lib/stores/history-store';
import en from '@/messages/en.json';
import { PaymentHistory } from './payment-history';

const words = en.history;

function payment(letter: string, changes: Partial<KeptPayment> = {}): KeptPayment {
  const [refid] = [letter.repeat(26)].filter(isRefid);
  const [paymentId] = ['p'.repeat(26)].filter(isPaymentId);
  return {
    refid: refid!,
    paymentId: paymentId!,
    route: '/bankResultMBB',
    at: '2026-11-21T11:50:00Z',
    accountEnding: '7801',
    amount: sen(13_878),
    method: 'm2u',
    outcome: 'successful',
    ...changes,
  };
}

function open() {
  const store = createHistoryStore();
  void store.persist.rehydrate();
  return store.getState();
}

afterEach(() => {
  window.localStorage.clear();
  open();
});

const page = (
  <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
    <PaymentHistory />
  </NextIntlClientProvider>
);
const items = () => screen.queryAllByTestId('kept-payment');

test('the HTML of the server has no payment and says nothing of any', () => {
  open().keep(payment('a'));
  expect(renderToString(page)).not.toMatch(/RM|kept-payment|No payments/);
});

test('lists date, account, amount, method, status and reference, newest first, with a link to the result', () => {
  open().keep(payment('a'));
  open().keep(payment('b', { at: '2026-11-22T11:50:00Z', outcome: 'pending', method: 'fpx', accountEnding: null }));
  render(page);
  const [newest, oldest] = items();
  expect(newest?.textContent).toContain(words.status.inProgress);
  expect(newest?.textContent).toContain(en.methods.fpx);
  expect(newest?.textContent).not.toContain('••••');
  for (const text of [
    '21 Nov 2026, 7:50 pm',
    '•••• 7801',
    'RM138.78',
    'Maybank2u',
    words.status.paid,
    'p'.repeat(26),
  ]) {
    expect(oldest?.textContent).toContain(text);
  }
  const link = within(oldest!).getByRole('link', { name: `${words.open} RM138.78, 21 Nov 2026, 7:50 pm` });
  expect(link.getAttribute('href')).toBe(`/bankResultMBB?refid=${'a'.repeat(26)}`);
});

test('a payment of several accounts says how many', () => {
  open().keep(payment('a', { accountEnding: null, accountCount: 2 }));
  render(page);
  expect(within(items()[0]!).getByText('2 accounts')).not.toBeNull();
});

test('says that there is none', () => {
  render(page);
  expect(screen.getByText(words.empty)).not.toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('removes one, says which, and moves the focus to what it says once that is shown', async () => {
  for (const [letter, amount] of [
    ['a', 13_878],
    ['b', 5_000],
    ['c', 4_200],
  ] as const)
    open().keep(payment(letter, { amount: sen(amount) }));
  render(page);
  // An empty text is not displayed, and what is not displayed cannot be focused.
  const focused: (string | null)[] = [];
  screen.getByRole('status').addEventListener('focus', (event) => {
    focused.push(event.currentTarget instanceof Element ? event.currentTarget.textContent : null);
  });
  const removeFirst = async (amount: string) =>
    userEvent.click(screen.getByRole('button', { name: new RegExp(`^${words.remove} ${amount}`) }));
  await removeFirst('RM138.78');
  await removeFirst('RM50.00');
  const removed = (amount: string) => `Removed from this device: the payment of ${amount}, 21 Nov 2026, 7:50 pm.`;
  expect(focused).toEqual([removed('RM138.78'), removed('RM50.00')]);
  expect(document.activeElement).toBe(screen.getByRole('status'));
  expect([items().length, open().payments?.length]).toEqual([1, 1]);
});

test('removes all after a question, whose safe answer keeps them', async () => {
  for (const letter of ['a', 'b']) open().keep(payment(letter));
  render(page);
  const ask = screen.getByRole('button', { name: words.removeAll });
  await userEvent.click(ask);
  await userEvent.click(screen.getByRole('button', { name: words.keepAll }));
  expect(items()).toHaveLength(2);
  expect(document.activeElement).toBe(ask);
  await userEvent.click(ask);
  await userEvent.click(screen.getByRole('button', { name: words.confirmRemoveAll }));
  await waitFor(() => expect(items()).toHaveLength(0));
  expect(document.activeElement?.textContent).toBe(words.removedAll);
  expect([screen.getByText(words.empty), window.localStorage.length]).toEqual([expect.anything(), 0]);
  expect(screen.queryByRole('list')).toBeNull();
});

test('a list without payments does not say that any are kept because the payer asked for it', () => {
  render(page);
  expect(screen.getByText(words.empty)).toBeTruthy();
  expect(screen.queryByText(words.lead)).toBeNull();
});

test('a list with payments says why they are kept', () => {
  open().keep(payment('a'));
  render(page);
  expect(screen.getByText(words.lead)).toBeTruthy();
});
