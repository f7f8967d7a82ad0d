import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { sen } from '@/lib/domain/money';
import type { KeptPayment } from '@/lib/domain/payment/payment-history';
import { isPaymentId, isRefid } from '@/lib/domain/payment/references';
import { createHistoryStore } from '@/lib/stores/history-store';
import en from '@/messages/en.json';
import { KeepPayment } from './keep-payment';

jest.mock('@/lib/stores/history-store', () => {
  const actual = jest.requireActual<{ createHistoryStore: typeof createHistoryStore }>('@/lib/stores/history-store');
  return { ...actual, createHistoryStore: jest.fn(actual.createHistoryStore) };
});

const [refid] = ['a'.repeat(26)].filter(isRefid);
const [paymentId] = ['p'.repeat(26)].filter(isPaymentId);
const payment: KeptPayment = {
  refid: refid!,
  paymentId: paymentId!,
  route: '/bankResultMBB',
  at: '2026-11-21T11:50:00Z',
  accountEnding: '7801',
  amount: sen(13_878),
  method: 'm2u',
  outcome: 'pending',
};

function open() {
  const store = createHistoryStore();
  void store.persist.rehydrate();
  return store.getState();
}

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
  open();
});

const page = (shown: KeptPayment) => (
  <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
    <KeepPayment payment={shown} />
  </NextIntlClientProvider>
);
const button = () => screen.getByRole('button');
const state = () => screen.getByTestId('keep-payment').dataset['state'];

test('nothing is kept unless the payer asks for it', async () => {
  render(page(payment));
  await act(async () => undefined);
  expect([button().textContent, state(), window.localStorage.length]).toEqual([en.history.keep, 'offered', 0]);
});

test('keeps the payment on request, says who can see it before and where it is after, and takes it back', async () => {
  render(page(payment));
  expect(screen.getByText(en.history.keepHint)).not.toBeNull();
  await userEvent.click(button());
  await waitFor(() => expect(state()).toBe('kept'));
  expect(open().payments).toEqual([payment]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/payments');
  expect(screen.getByRole('status').textContent).toBe(en.history.kept);
  expect(document.activeElement).toBe(button());
  await userEvent.click(button());
  await waitFor(() => expect(state()).toBe('offered'));
  expect(open().payments).toEqual([]);
});

test('a kept payment follows its result', async () => {
  open().keep(payment);
  const { rerender } = render(page(payment));
  await waitFor(() => expect(state()).toBe('kept'));
  rerender(page({ ...payment, outcome: 'successful' }));
  await waitFor(() => expect(open().payments?.[0]?.outcome).toBe('successful'));
});

test('another payment that is kept does not keep this one', async () => {
  const [other] = ['b'.repeat(26)].filter(isRefid);
  open().keep({ ...payment, refid: other! });
  render(page(payment));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect([state(), open().payments?.length]).toEqual(['offered', 1]);
});

test('says so where the browser refuses storage', async () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  render(page(payment));
  await userEvent.click(button());
  expect(await screen.findByText(en.history.refused)).not.toBeNull();
});

test('says so where its code does not load, and the next press keeps the payment', async () => {
  jest.mocked(createHistoryStore).mockImplementationOnce(() => {
    throw new Error('Loading chunk failed');
  });
  render(page(payment));
  await userEvent.click(button());
  expect(await screen.findByText(en.history.notLoaded)).not.toBeNull();
  expect(button().textContent).toBe(en.history.keep);
  await userEvent.click(button());
  await waitFor(() => expect(state()).toBe('kept'));
});
