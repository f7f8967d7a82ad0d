import { act, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import en from '@/messages/en.json';
import { PaymentForm } from './payment-form';
import { emptyPaymentPage } from './payment-page.fixture';
import { toPaymentView, type PaymentView } from './payment-view';

const page = toPaymentView(
  { ...emptyPaymentPage, methods: ['newCard', 'wallet'], wallets: ['boost', 'grabpay'] },
  'en',
);
const storageKey = `ebill.payment.${page.refid}`;

afterEach(() => window.sessionStorage.clear());

async function showForm(form: FormState, kept: Partial<PaymentRequest>, shown = page) {
  window.sessionStorage.setItem(storageKey, JSON.stringify({ state: { paymentRequest: kept }, version: 1 }));
  await act(async () => {
    render(
      <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
        <PaymentForm page={shown} form={form} idempotencyKey="key" />
      </NextIntlClientProvider>,
    );
  });
  return screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value);
}

test('restores stored choices and keeps them stored', async () => {
  const kept = { selectedPaymentMethod: 'wallet', selectedWallet: 'grabpay' } as const;
  expect(await showForm(emptyFormState, kept)).toEqual(['wallet', 'grabpay']);
  expect(JSON.parse(window.sessionStorage.getItem(storageKey) ?? '').state.paymentRequest).toMatchObject(kept);
});

test('submitted choices take precedence over stored ones', async () => {
  const values = { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
  const kept = { selectedPaymentMethod: 'newCard', selectedWallet: 'grabpay' } as const;
  expect(await showForm({ ...emptyFormState, values }, kept)).toEqual(['wallet', 'boost']);
});

test.each([
  ['preselected', false],
  ['offered', true],
] as const)('restores the auto debit that was changed where it is %s', async (autoDebitOption, isAutoDebitOption) => {
  await showForm(emptyFormState, { selectedPaymentMethod: 'newCard', isAutoDebitOption }, { ...page, autoDebitOption });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: en.payment.autoDebit }).checked).toBe(
    isAutoDebitOption,
  );
});

describe('the contact that was typed', () => {
  const values = () =>
    ['userEmailAddress', 'phoneNumber'].map(
      (name) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value,
    );
  const method = { selectedPaymentMethod: 'wallet' } as const;
  const kept = { ...method, userEmailAddress: 'typed@example.com', phoneNumber: '' };
  const given: PaymentView = { ...page, customer: { email: 'bill@example.com', phoneNumber: '0123456789' } };

  test('is restored in place of the one that the bill gave', async () => {
    await showForm(emptyFormState, kept, given);
    expect(values()).toEqual(['typed@example.com', '']);
  });

  test('is restored where the bill gave none', async () => {
    await showForm(emptyFormState, { ...method, phoneNumber: '012-345 6789' });
    expect(values()).toEqual(['', '012-345 6789']);
  });

  test('is kept as it is typed', async () => {
    await showForm(emptyFormState, method, given);
    fireEvent.input(screen.getByLabelText(en.payment.email), { target: { value: 'typed@' } });
    expect(JSON.parse(window.sessionStorage.getItem(storageKey) ?? '').state.paymentRequest).toMatchObject({
      userEmailAddress: 'typed@',
    });
  });

  test('gives way to a submitted one', async () => {
    const submitted = { ...method, userEmailAddress: 'sent@example.com', phoneNumber: '' };
    await showForm({ ...emptyFormState, values: submitted }, kept, given);
    expect(values()).toEqual(['sent@example.com', '']);
  });
});
