import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BillStoreProvider, useBillStore } from './bill-store-provider';
import { PaymentStoreProvider, usePaymentStore } from './payment-store-provider';
import { nobody, rememberedUserKey } from './persisted-user';

function BillStatus() {
  const isFetching = useBillStore((state) => state.isFetching);
  const start = useBillStore((state) => state.fetchAccountBillStarted);
  return <button onClick={start}>{isFetching ? 'fetching' : 'idle'}</button>;
}

function RememberedEmail() {
  const email = usePaymentStore((state) => state.user.userEmailAddress);
  return <p>{email ?? 'nobody'}</p>;
}

beforeEach(() => localStorage.clear());

test('each provider has a bill store of its own', async () => {
  render(
    <>
      <BillStoreProvider>
        <BillStatus />
      </BillStoreProvider>
      <BillStoreProvider initial={{ statusMessage: 'x' }}>
        <BillStatus />
      </BillStoreProvider>
    </>,
  );
  const [first, second] = screen.getAllByRole('button');
  await userEvent.click(first!);
  expect(first?.textContent).toBe('fetching');
  expect(second?.textContent).toBe('idle');
});

test('a payment store takes up what the device remembers', () => {
  const user = { ...nobody, userEmailAddress: 'a@b.my' };
  localStorage.setItem(rememberedUserKey, JSON.stringify({ version: 1, user }));
  render(
    <PaymentStoreProvider>
      <RememberedEmail />
    </PaymentStoreProvider>,
  );
  expect(screen.getByRole('paragraph').textContent).toBe('a@b.my');
});

test.each([
  ['BillStoreProvider', BillStatus],
  ['PaymentStoreProvider', RememberedEmail],
])('without a %s the store cannot be used', (name, Reader) => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Reader />)).toThrow(name);
  quiet.mockRestore();
});
