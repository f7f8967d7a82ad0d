import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { untouchedForm } from '@/components/ui/form-state';
import type { PaymentPage } from '@/lib/domain/payment';
import { paymentMethods } from '@/lib/domain/payment-methods';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { PaymentForm } from './payment-form';
import { barePage, savedVisa } from './payment-page.fixture';
import { PaymentTakeOver } from './payment-take-over';

/** Specification, sections 5 and 8: what the browser itself says of the form that pays, in both languages. */
const catalogues = { en, ms };
type Language = keyof typeof catalogues;

const page: PaymentPage = {
  ...barePage,
  methods: paymentMethods,
  savedCards: [savedVisa, { ...savedVisa, uniqueCardId: 'expired', lastFour: '4444', isExpired: true }],
  instalmentPlans: [
    { bank: 'MBB', bankName: 'Maybank', months: [6], minimum: barePage.total },
    { bank: 'CIMB', bankName: 'CIMB Bank', months: [6], minimum: barePage.total },
  ],
  personalBanks: [{ id: 'MB2U0227', name: 'Maybank2U', isOnline: true }],
  corporateBanks: [{ id: 'MBB0228', name: 'Maybank2E', isOnline: true }],
  wallets: ['boost', 'touchngo'],
  carriers: ['carrier-a', 'carrier-b'],
};

// A card is typed here to be refused: none gets as far as being encrypted, for which this browser lacks the means.
jest.mock('./encrypt-card', () => ({}));
jest.mock('@/components/ui/do-work', () => {
  throw new Error('a chunk that is no longer there');
});

const ask = jest.fn();

beforeEach(() => {
  ask.mockReset();
  window.localStorage.clear();
  // What the test's own browser lacks.
  Object.assign(globalThis, { fetch: ask, PerformanceNavigationTiming: class {} });
  Object.assign(performance, { getEntriesByType: () => [] });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});

function input(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** The form as the server renders it, taken over by its enhancement, as a touch does it. */
async function show(language: Language) {
  const { container } = render(
    <NextIntlClientProvider locale={language} messages={catalogues[language]} timeZone="Asia/Kuala_Lumpur">
      <PaymentForm page={page} form={untouchedForm} idempotencyKey="first" />
      <PaymentTakeOver page={page} />
    </NextIntlClientProvider>,
  );
  const form = container.querySelector('form');
  if (form === null) throw new Error('no form');
  form.action = 'http://localhost/api/payment/pay';
  fireEvent.focusIn(form);
  await import('./payment-enhancement');
  await new Promise((resolve) => setTimeout(resolve));
  return form;
}

async function send(form: HTMLFormElement, choose: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(choose)) {
    const radio = form.querySelector<HTMLInputElement>(`input[type="radio"][name="${name}"][value="${value}"]`);
    if (radio !== null) fireEvent.click(radio);
    else fireEvent.input(input(`[name="${name}"]`), { target: { value } });
  }
  fireEvent.click(screen.getByTestId('pay'));
}

const summary = () => screen.getByTestId('error-summary');
const email = { userEmailAddress: 'a@b.my' };

describe.each(['en', 'ms'] as const)('in %s', (language) => {
  const { validation, errors, layout } = catalogues[language];

  test.each([
    [{}, validation.methodRequired],
    [{ selectedPaymentMethod: 'fpx' }, validation.personalBankRequired],
    [{ selectedPaymentMethod: 'fpxCorporate' }, validation.corporateBankRequired],
    [{ selectedPaymentMethod: 'wallet' }, validation.walletRequired],
    [{ selectedPaymentMethod: 'dcb' }, validation.carrierRequired],
    [{ selectedPaymentMethod: 'savedCard', uniqueCardId: 'expired' }, validation.savedCardExpired],
    [{ selectedPaymentMethod: 'savedCard', savedCardCvv: '1' }, validation.cardCvv],
    [{ selectedPaymentMethod: 'newCard', cardNumber: '4111' }, validation.cardNumber],
    [{ selectedPaymentMethod: 'newCard', cardExpiry: '01/20' }, validation.cardExpiry],
    [{ selectedPaymentMethod: 'newCard', cardName: '' }, validation.cardName],
    [{ selectedPaymentMethod: 'epp', eppCardNumber: '378282246310005' }, validation.cardNumberInstalments],
    [{ selectedPaymentMethod: 'epp' }, validation.monthTerm],
    [{ selectedPaymentMethod: 'epp' }, validation.eppBankRequired],
    [{ selectedPaymentMethod: 'm2u', userEmailAddress: 'a@' }, validation.email],
    [{ selectedPaymentMethod: 'm2u', userEmailAddress: '' }, validation.required],
    [{ selectedPaymentMethod: 'm2u', phoneNumber: '1' }, validation.phoneNumber],
  ])('%j is answered without the server: %s', async (fields, words) => {
    await send(await show(language), { ...email, ...fields });
    await waitFor(() => expect(within(summary()).getByText(words, { selector: 'a' })).toBeTruthy());
    expect(within(summary()).getByText(layout.errorSummaryTitle).hidden).toBe(false);
    expect(summary().hidden).toBe(false);
    expect(ask).not.toHaveBeenCalled();
  });

  test.each([
    ['no connection', new TypeError('Failed to fetch'), errors.networkError],
    ['a request that was given up', new DOMException('', 'AbortError'), errors.requestAborted],
    ['no answer in time', new DOMException('', 'TimeoutError'), errors.timeoutExceeded.replace('{ms}', '40000')],
    ['an answer that is none', { status: 500, text: async () => '<h1>Error</h1>' }, errors.technical],
  ])('%s', async (_name, answer, words) => {
    if (answer instanceof Error) ask.mockRejectedValue(answer);
    else ask.mockResolvedValue(answer);
    await send(await show(language), { ...email, selectedPaymentMethod: 'm2u' });
    await waitFor(() => expect(summary().textContent).toContain(words));
    // What is no fault of the payer is not theirs to check.
    expect(screen.queryByText(layout.errorSummaryTitle)?.hidden).toBe(true);
    expect(input('[name="userEmailAddress"]').value).toBe('a@b.my');
    expect(input('[value="m2u"]').checked).toBe(true);
  });

  test('work that cannot be fetched leaves the refusal, and a form that can be sent again', async () => {
    const refusal = { fieldErrors: {}, formError: 'Too many tries', work: { challenge: {}, says: 'One moment' } };
    ask.mockResolvedValue({ status: 429, text: async () => JSON.stringify(refusal) });
    await send(await show(language), { ...email, selectedPaymentMethod: 'm2u' });
    await waitFor(() => expect(summary().textContent).toContain('Too many tries'));
    expect(screen.getByTestId('pay').getAttribute('aria-busy')).toBeNull();
    fireEvent.click(screen.getByTestId('pay'));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  });
});
