import { act, render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Locale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { PaymentForm } from './payment-form';
import { emptyPaymentPage, savedVisa } from './payment-page.fixture';
import { toPaymentView } from './payment-view';

// jsdom has no navigation entries, which the payment timer reads every second.
Object.assign(performance, { getEntriesByType: () => [] });

/** A payment page on which every method is offered. */
export const fullPaymentPage: PaymentPage = {
  ...emptyPaymentPage,
  methods: paymentMethods,
  savedCards: [
    savedVisa,
    { ...savedVisa, uniqueCardId: 'expired', lastFour: '4444', isExpired: true },
    { ...savedVisa, uniqueCardId: 'second', lastFour: '2222', needsCvv: false },
  ],
  savingCards: 'offered',
  autoDebitOption: 'offered',
  instalmentPlans: [
    { bank: 'MBB', bankName: 'Maybank', months: [6, 12], minimum: sen(50_000) },
    { bank: 'CIMB', bankName: 'CIMB Bank', months: [12, 24], minimum: sen(50_000) },
  ],
  personalBanks: [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'UOB0226', name: 'UOB', isOnline: false },
  ],
  corporateBanks: [{ id: 'MBB0228', name: 'Maybank2E', isOnline: true }],
  wallets: ['boost', 'touchngo'],
  carriers: ['carrier-a', 'carrier-b'],
};

interface PaymentFormOptions {
  readonly form?: FormState;
  readonly locale?: Locale;
  readonly mainMethods?: readonly PaymentMethod[];
}

/** The payment form of a page with its providers. */
export function TestPaymentForm({
  page,
  form = emptyFormState,
  locale = 'en',
  mainMethods,
}: { readonly page: PaymentPage } & PaymentFormOptions) {
  return (
    <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone="Asia/Kuala_Lumpur">
      <PaymentForm page={toPaymentView(page, locale, mainMethods)} form={form} idempotencyKey="first" />
    </NextIntlClientProvider>
  );
}

/** Renders the payment form of `fullPaymentPage` with changes, and waits until the device's storage is read. */
export async function renderPaymentForm(changes: Partial<PaymentPage> = {}, options: PaymentFormOptions = {}) {
  const rendered = render(<TestPaymentForm page={{ ...fullPaymentPage, ...changes }} {...options} />);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return rendered;
}

/** Returns the radio button, checkbox or option of a value. */
export function getInput(name: string, value?: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(
    `[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`,
  );
  if (found === null) throw new Error(`no ${name} ${value}`);
  return found;
}
