import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { BillStoreProvider, useBillStore } from './bill-store-provider';
import { emptyPaymentRequest } from './payment-store';
import { PaymentStoreProvider, usePaymentStore } from './payment-store-provider';
import { emptyUser } from './user-store';
import { UserStoreProvider, useUserStore } from './user-store-provider';

const initial = { refid: 'r', paymentRequest: emptyPaymentRequest, favouriteCardList: [] };

function BillStatus() {
  const isFetching = useBillStore((state) => state.isFetching);
  const start = useBillStore((state) => state.fetchAccountBillStarted);
  return <button onClick={start}>{isFetching ? 'fetching' : 'idle'}</button>;
}

function PaymentStatus() {
  const isProcessing = usePaymentStore((state) => state.isPaymentProcessing);
  const start = usePaymentStore((state) => state.initPaymentStarted);
  return <button onClick={start}>{isProcessing ? 'processing' : 'idle'}</button>;
}

function RememberedEmail() {
  return <p>{useUserStore((state) => state.userEmailAddress) ?? 'nobody'}</p>;
}

afterEach(() => window.localStorage.clear());

test('each bill provider has its own store', async () => {
  render(
    <>
      <BillStoreProvider>
        <BillStatus />
      </BillStoreProvider>
      <BillStoreProvider initial={{ iserror: true }}>
        <BillStatus />
      </BillStoreProvider>
    </>,
  );
  const [first, second] = screen.getAllByRole('button');
  await userEvent.click(first!);
  expect(first?.textContent).toBe('fetching');
  expect(second?.textContent).toBe('idle');
});

test('each payment provider has its own store', async () => {
  render(
    <>
      <PaymentStoreProvider initial={initial}>
        <PaymentStatus />
      </PaymentStoreProvider>
      <PaymentStoreProvider initial={initial}>
        <PaymentStatus />
      </PaymentStoreProvider>
    </>,
  );
  const [first, second] = screen.getAllByRole('button');
  await userEvent.click(first!);
  expect(first?.textContent).toBe('processing');
  expect(second?.textContent).toBe('idle');
});

test('what the device remembers is rendered after hydration, without a mismatch', async () => {
  const user = { ...emptyUser, userEmailAddress: 'a@b.my' };
  window.localStorage.setItem('ebill.user', JSON.stringify({ state: user, version: 1 }));
  const page = (
    <UserStoreProvider>
      <RememberedEmail />
    </UserStoreProvider>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  expect(container.innerHTML).toBe('<p>nobody</p>');
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(container, page, { onRecoverableError });
  });
  expect(container.innerHTML).toBe('<p>a@b.my</p>');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('a shared device remembers nothing, and what it remembered is removed', async () => {
  const stored = JSON.stringify({ state: { ...emptyUser, userEmailAddress: 'a@b.my' }, version: 1 });
  window.localStorage.setItem('ebill.user', stored);
  function Typing() {
    const remember = useUserStore((state) => state.remember);
    return <button onClick={() => remember({ lastMethod: 'wallet' })}>type</button>;
  }
  render(
    <UserStoreProvider isSharedDevice>
      <RememberedEmail />
      <Typing />
    </UserStoreProvider>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByText('nobody')).not.toBeNull();
  expect(window.localStorage.getItem('ebill.user')).toBeNull();
});

test.each([
  ['BillStoreProvider', BillStatus],
  ['PaymentStoreProvider', PaymentStatus],
  ['UserStoreProvider', RememberedEmail],
])('throws without a %s', (name, Reader) => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Reader />)).toThrow(name);
  consoleError.mockRestore();
});
