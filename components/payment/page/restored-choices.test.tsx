import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import en from '@/messages/en.json';
import { PaymentForm } from './payment-form';
import { emptyPaymentPage } from './payment-page.fixture';
import { toPaymentView } from './payment-view';

const page = toPaymentView(
  { ...emptyPaymentPage, methods: ['newCard', 'wallet'], wallets: ['boost', 'grabpay'] },
  'en',
);
const storageKey = `ebill.payment.${page.refid}`;

afterEach(() => window.sessionStorage.clear());

async function showForm(form: FormState, kept: Partial<PaymentRequest>) {
  window.sessionStorage.setItem(storageKey, JSON.stringify({ state: { paymentRequest: kept }, version: 1 }));
  await act(async () => {
    render(
      <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
        <PaymentForm page={page} form={form} idempotencyKey="key" />
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
