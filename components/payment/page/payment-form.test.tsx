import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { emptyFormState } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { paymentStorageKey } from '@/lib/stores/forget-payment-choices';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { userStorageKey } from '@/lib/stores/user-store';
import { catalogues } from '@/messages/catalogues';
import en from '@/messages/en.json';
import { fullPaymentPage, getInput, renderPaymentForm } from './payment-form.fixture';
import { savedVisa } from './payment-page.fixture';

jest.mock('@/components/payment/card/encrypt-card', () => ({
  encryptCard: async (card: unknown) => `encrypted ${JSON.stringify(card)}`,
}));

jest.setTimeout(30_000);

const fetchMock = jest.fn();
const storageKey = paymentStorageKey(fullPaymentPage.refid);

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
});
afterEach(() => jest.restoreAllMocks());

const email = { userEmailAddress: 'payer@example.com' };
const summary = () => screen.getByTestId('error-summary');
const payButton = () => screen.getByTestId('pay');
/** The pay button's words, without those that it has while it is busy. */
const payText = () => payButton().querySelector('span')?.textContent;
const pay = () => fireEvent.click(payButton());
const respond = (body: object, status = 200) =>
  fetchMock.mockResolvedValueOnce({ status, text: async () => JSON.stringify(body) });
const sentFields = (): Record<string, string> => Object.fromEntries(fetchMock.mock.calls.at(-1)?.[1].body ?? []);
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const restorePage = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

/** Chooses and types as a payer does. */
function fillIn(fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) {
    const radio = document.querySelector<HTMLInputElement>(`input[type="radio"][name="${name}"][value="${value}"]`);
    const input = radio ?? getInput(name);
    if (radio !== null) fireEvent.click(radio);
    else if (input instanceof HTMLSelectElement) fireEvent.change(input, { target: { value } });
    else fireEvent.input(input, { target: { value } });
  }
}

const newCard = {
  selectedPaymentMethod: 'newCard',
  cardNumber: '4111111111111111',
  cardExpiry: '12/39',
  cardCvv: '123',
  cardName: 'Aminah',
};

describe.each(['en', 'ms'] as const)('in %s', (locale) => {
  const { validation, errors, layout, payment } = catalogues[locale];

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
    [{ selectedPaymentMethod: 'newCard' }, validation.cardName],
    [{ selectedPaymentMethod: 'epp', eppCardNumber: '378282246310005' }, validation.cardNumberInstalments],
    [{ selectedPaymentMethod: 'epp' }, validation.monthTerm],
    [{ selectedPaymentMethod: 'epp' }, validation.eppBankRequired],
    [{ selectedPaymentMethod: 'm2u', userEmailAddress: 'a@' }, validation.email],
    [{ selectedPaymentMethod: 'm2u', userEmailAddress: '' }, validation.emailRequired],
    [{ selectedPaymentMethod: 'm2u', phoneNumber: '1' }, validation.phoneNumber],
  ])('%j is not sent: %s', async (fields, message) => {
    await renderPaymentForm({}, { locale });
    fillIn({ ...email, ...fields });
    pay();
    await waitFor(() => expect(within(summary()).getByText(message, { selector: 'a' })).toBeTruthy());
    expect(within(summary()).getByText(layout.errorSummaryTitle)).toBeTruthy();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test.each([
    ['no connection', new TypeError('Failed to fetch'), errors.networkError],
    ['a request that was given up', new DOMException('', 'AbortError'), errors.requestAborted],
    ['no answer in time', new DOMException('', 'TimeoutError'), errors.timeoutExceeded.replace('{ms}', '40000')],
    ['an answer that is none', null, errors.technical],
  ])('%s is shown, and choices and input are kept', async (_name, error, message) => {
    if (error === null) fetchMock.mockResolvedValue({ status: 500, text: async () => '<h1>Error</h1>' });
    else fetchMock.mockRejectedValue(error);
    await renderPaymentForm({}, { locale });
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    pay();
    await waitFor(() => expect(summary().textContent).toBe(`${message}${payment.attemptUnknown}`));
    expect(getInput('userEmailAddress').value).toBe(email.userEmailAddress);
    expect(getInput('selectedPaymentMethod', 'm2u').checked).toBe(true);
  });
});

describe('submission', () => {
  test('sends the choice and the shown amount and stays busy until navigation', async () => {
    const assign = spyOnLocation('assign');
    await renderPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
    respond({ next: '/epayment/entry/redirect' });
    pay();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/epayment/entry/redirect'));
    expect(sentFields()).toEqual({
      refid: fullPaymentPage.refid,
      shownAmount: '100000',
      idempotencyKey: 'first',
      selectedPaymentMethod: 'wallet',
      selectedWallet: 'boost',
      phoneNumber: '',
      ...email,
    });
    expect(payButton().getAttribute('aria-busy')).toBe('true');
  });

  test('stores the method and the bank on this device', async () => {
    await renderPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    const { state } = JSON.parse(window.localStorage.getItem(userStorageKey) ?? '{}');
    expect(state).toMatchObject({ lastMethod: 'fpx', lastPersonalBank: 'MB2U0227', lastCorporateBank: null });
  });

  test.each([
    [newCard, 'cardDetails', '{"number":"4111111111111111","expiry":"12/39","cvv":"123","name":"Aminah"}'],
    [{ selectedPaymentMethod: 'savedCard', savedCardCvv: '456' }, 'savedCardCvv', '{"cvv":"456"}'],
  ])('encrypts the card of %j before it is sent', async (fields, name, plaintext) => {
    await renderPaymentForm();
    fillIn({ ...email, ...fields });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(sentFields()[name]).toBe(`encrypted ${plaintext}`);
    const names = Object.keys(sentFields()).filter((field) => field !== name);
    expect(names.filter((field) => /^(card|epp)|Cvv$/.test(field))).toEqual([]);
    if ('cardNumber' in fields) expect(getInput('cardNumber').value.replaceAll(' ', '')).toBe(newCard.cardNumber);
  });

  test('choosing another method clears its fields’ errors and keeps the contact’s', async () => {
    await renderPaymentForm();
    fillIn({ selectedPaymentMethod: 'wallet', userEmailAddress: 'a@' });
    pay();
    await screen.findByRole('link', { name: en.validation.walletRequired });
    fillIn({ selectedPaymentMethod: 'm2u' });
    await waitFor(() => expect(screen.queryByRole('link', { name: en.validation.walletRequired })).toBeNull());
    expect(screen.getByRole('link', { name: en.validation.email })).toBeTruthy();
  });

  test('after an unknown outcome the error explains trying again, also after the form changes', async () => {
    await renderPaymentForm({ methods: ['m2u', 'counter'] });
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(screen.queryByText(en.payment.attemptUnknown)).toBeNull();
    pay();
    await within(summary()).findByText(en.payment.attemptUnknown);
    expect(payButton().getAttribute('aria-busy')).toBeNull();
    fillIn({ selectedPaymentMethod: 'counter' });
    await waitFor(() => expect(getInput('selectedPaymentMethod', 'counter').checked).toBe(true));
    expect(within(summary()).queryByText(en.payment.attemptUnknown)).not.toBeNull();
  });

  test('after a rejection the error does not explain trying again', async () => {
    await renderPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    respond({ fieldErrors: {}, formError: en.errors.initiateFailed }, 422);
    pay();
    await waitFor(() => expect(summary().textContent).toBe(en.errors.initiateFailed));
    expect(screen.queryByText(en.payment.attemptUnknown)).toBeNull();
    expect(payButton().getAttribute('aria-busy')).toBeNull();
  });

  test('a page restored from the back/forward cache has empty card fields and is reloaded', async () => {
    const reload = spyOnLocation('reload');
    await renderPaymentForm();
    fillIn({ ...email, ...newCard });
    pay();
    await waitFor(() => expect(payButton().getAttribute('aria-busy')).toBe('true'));
    restorePage();
    const values = ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName'].map((name) => getInput(name).value);
    expect(values).toEqual(['', '', '', '']);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(payButton().getAttribute('aria-busy')).toBeNull();
  });
});

describe('the pay bar', () => {
  test.each([
    [{ selectedPaymentMethod: 'savedCard' }, 'with Visa ending in 1111'],
    [{ selectedPaymentMethod: 'savedCard', uniqueCardId: 'second' }, 'with Visa ending in 2222'],
    [{ selectedPaymentMethod: 'newCard' }, 'by card'],
    [{ selectedPaymentMethod: 'epp', monthTerm: '12' }, '12 months, about RM83.34 a month'],
    [{ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' }, 'with Maybank2U'],
    [{ selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' }, 'with Maybank2E'],
    [{ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }, `with ${en.wallets.boost}`],
    [{ selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' }, `with ${en.carriers.carrierA}`],
    [{ selectedPaymentMethod: 'm2u' }, 'with Maybank2u'],
    [{ selectedPaymentMethod: 'counter' }, 'at a convenience store'],
    [{ selectedPaymentMethod: 'duitnowQr' }, 'with DuitNow QR'],
  ])('states for %j the amount and %s', async (fields, how) => {
    await renderPaymentForm();
    expect(payText()).toBe('Pay RM1,000.00');
    fillIn(fields);
    await waitFor(() => expect(payText()).toBe(`Pay RM1,000.00 ${how}`));
  });

  test.each(['epp', 'fpx', 'fpxCorporate', 'wallet', 'dcb'])(
    'states the amount only while nothing is chosen with %s',
    async (selectedPaymentMethod) => {
      await renderPaymentForm();
      fillIn({ selectedPaymentMethod: 'newCard' });
      await waitFor(() => expect(payText()).toBe('Pay RM1,000.00 by card'));
      fillIn({ selectedPaymentMethod });
      await waitFor(() => expect(payText()).toBe('Pay RM1,000.00'));
    },
  );
});

describe('once an attempt has begun', () => {
  const attempt: PaymentPage['attempt'] = {
    ...{ reasonCode: null, state: 'redirected' as const, method: 'fpx' as const, provider: null },
    ...{ resultRoute: '/bankResultFPX' as const, nextAction: null },
  };
  // jsdom does not restore scroll positions.
  beforeEach(() => Object.assign(window.history, { scrollRestoration: 'auto' }));

  test('the button and the terms that name it pay again', async () => {
    await renderPaymentForm({ attempt });
    expect(payText()).toBe('Pay RM1,000.00 again');
    fillIn({ selectedPaymentMethod: 'fpx' });
    for (const terms of screen.getAllByTestId('fpx-terms'))
      expect(terms.textContent).toContain('“Pay RM1,000.00 again”');
  });

  test('the page that is returned to or reloaded starts at its top', async () => {
    await renderPaymentForm({ attempt });
    expect(window.history.scrollRestoration).toBe('manual');
  });

  test('a page on which a payment is started will start at its top, and only then', async () => {
    await renderPaymentForm({ attempt: { ...attempt, state: 'failed' } });
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    expect(window.history.scrollRestoration).toBe('auto');
    pay();
    await waitFor(() => expect(window.history.scrollRestoration).toBe('manual'));
  });
});

describe('removing a saved card', () => {
  const ask = (name: string) => userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  const confirm = async () => userEvent.click(await screen.findByTestId('confirm'));
  const cards = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[name="uniqueCardId"]')].map(({ value }) => value);

  test('asks for confirmation in place and keeps the card when the payer declines', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending in 1111');
    await screen.findByText(en.payment.removeTitle);
    const question = screen.getByRole('group', { name: en.payment.removeTitle });
    expect(document.activeElement).toBe(question);
    // The safe answer comes first.
    expect(
      within(question)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([en.payment.removeKeep, en.payment.removeConfirm]);
    await userEvent.click(screen.getByRole('button', { name: en.payment.removeKeep }));
    expect(screen.queryByText(en.payment.removeTitle)).toBeNull();
    expect(fetchMock).not.toHaveBeenCalled();
    expect(cards()).toEqual(['one', 'second', 'expired']);
  });

  test('removes the card and chooses the next usable one', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending in 1111');
    respond({ next: `/epayment/entry?refid=${fullPaymentPage.refid}` });
    await confirm();
    await waitFor(() => expect(cards()).toEqual(['second', 'expired']));
    expect(fetchMock.mock.calls[0][0]).toBe('/api/payment/remove-card');
    expect(sentFields()).toMatchObject({ refid: fullPaymentPage.refid, uniqueCardId: 'one' });
    await waitFor(() => expect(getInput('uniqueCardId', 'second').checked).toBe(true));
    expect(payText()).toBe('Pay RM1,000.00 with Visa ending in 2222');
    expect(getInput('selectedPaymentMethod', 'savedCard').labels?.[0]?.textContent).toContain('Visa ending in 2222');
  });

  test('of a card that is refused takes its error away', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    fillIn({ ...email, selectedPaymentMethod: 'savedCard', uniqueCardId: 'expired' });
    pay();
    expect(await screen.findAllByText(en.validation.savedCardExpired)).not.toEqual([]);
    await ask('Visa ending in 4444');
    respond({ next: '/' });
    await confirm();
    await waitFor(() => expect(getInput('uniqueCardId', 'one').checked).toBe(true));
    expect(screen.queryAllByText(en.validation.savedCardExpired)).toEqual([]);
    expect(getInput('uniqueCardId', 'one').getAttribute('aria-invalid')).toBeNull();
  });

  test('of the chosen card empties the CVV, which is not of the next one', async () => {
    const second = { ...savedVisa, uniqueCardId: 'second', lastFour: '2222' };
    await renderPaymentForm({ methods: ['savedCard'], savedCards: [savedVisa, second] });
    const cvv = () => screen.getByLabelText<HTMLInputElement>(en.payment.savedCardCvv);
    await userEvent.type(cvv(), '12');
    await userEvent.tab();
    await waitFor(() => expect(cvv().getAttribute('aria-invalid')).toBe('true'));
    await ask('Visa ending in 1111');
    respond({ next: '/' });
    await confirm();
    await waitFor(() => expect(getInput('uniqueCardId', 'second').checked).toBe(true));
    expect([cvv().value, cvv().getAttribute('aria-invalid')]).toEqual(['', null]);
  });

  test('keeps the choice when another card is removed', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending in 2222');
    respond({ next: '/' });
    await confirm();
    await waitFor(() => expect(cards()).toEqual(['one', 'expired']));
    expect(getInput('uniqueCardId', 'one').checked).toBe(true);
  });

  test('says which card is removed, where the focus is', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending in 2222');
    respond({ next: '/' });
    await confirm();
    const description = 'Visa ending in 2222 is removed.';
    const group = await screen.findByRole('radiogroup', { name: en.payment.savedCard, description });
    expect(document.activeElement).toBe(group);
  });

  test('shows the error and retries with the same idempotency key', async () => {
    await renderPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending in 1111');
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await confirm();
    await screen.findByText(en.errors.removeCardFailed);
    const { idempotencyKey } = sentFields();
    expect(cards()).toContain('one');
    respond({ fieldErrors: {}, formError: en.errors.technical }, 502);
    await confirm();
    await screen.findByText(en.errors.technical);
    expect(sentFields()['idempotencyKey']).toBe(idempotencyKey);
  });

  test('of the last card removes the method and offers to save a card', async () => {
    await renderPaymentForm({ methods: ['savedCard', 'newCard'], savedCards: [savedVisa], savingCards: 'full' });
    fillIn({ selectedPaymentMethod: 'savedCard' });
    await ask('Visa ending in 1111');
    respond({ next: '/' });
    const scrolled: unknown[] = [];
    HTMLElement.prototype.scrollIntoView = function () {
      scrolled.push(this);
    };
    await confirm();
    await waitFor(() => expect(document.querySelector('[value="savedCard"]')).toBeNull());
    const methods = screen.getByRole('radiogroup', { name: en.payment.methodLegend });
    expect(document.activeElement).toBe(methods);
    expect(scrolled.at(-1)).toBe(methods);
    const described = (methods.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([en.payment.removedLastCard]);
    expect(getInput('saveCard').disabled).toBe(false);
    fillIn({ ...email });
    pay();
    await screen.findByRole('link', { name: en.validation.methodRequired });
  });
});

describe('choices stored on this device', () => {
  const chosen = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', selectedWallet: 'boost' };

  test('are restored when the page is opened again', async () => {
    const { unmount } = await renderPaymentForm();
    fillIn({ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
    fillIn({ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
    unmount();
    await renderPaymentForm();
    await waitFor(() => expect(getInput('selectedPaymentMethod', 'fpx').checked).toBe(true));
    expect(getInput('fpxBankID').value).toBe('MB2U0227');
    expect(getInput('selectedWallet', 'boost').checked).toBe(true);
    expect(payText()).toBe('Pay RM1,000.00 with Maybank2U');
  });

  test('do not replace submitted choices', async () => {
    const { unmount } = await renderPaymentForm();
    fillIn(chosen);
    unmount();
    const form = { ...emptyFormState, values: { selectedPaymentMethod: 'wallet', selectedWallet: 'touchngo' } };
    await renderPaymentForm({}, { form });
    await settle();
    expect(getInput('selectedPaymentMethod', 'wallet').checked).toBe(true);
    expect(getInput('selectedWallet', 'touchngo').checked).toBe(true);
    expect(getInput('fpxBankID').value).toBe('');
  });

  test('contain no saved card and no card field', async () => {
    await renderPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'savedCard', uniqueCardId: 'second' });
    fillIn({ ...newCard, phoneNumber: '121234567' });
    await settle();
    const stored = window.sessionStorage.getItem(storageKey) ?? '';
    expect(JSON.parse(stored).state.paymentRequest.selectedPaymentMethod).toBe('newCard');
    expect(stored).not.toMatch(/second|uniqueCardId|cardNumber|cardCvv|4111|Aminah|12\/39/);
    expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/second|4111|Aminah|12\/39/);
  });

  test('belong to one payment', async () => {
    const { unmount } = await renderPaymentForm();
    fillIn(chosen);
    unmount();
    await renderPaymentForm({ refid: 'another' });
    await settle();
    expect(document.querySelector('[name="selectedPaymentMethod"]:checked')).toBeNull();
  });

  test('if there are none, the method used last is chosen', async () => {
    const state = { lastMethod: 'm2u' };
    window.localStorage.setItem(userStorageKey, JSON.stringify({ version: 1, state }));
    await renderPaymentForm();
    await waitFor(() => expect(getInput('selectedPaymentMethod', 'm2u').checked).toBe(true));
    await waitFor(() => expect(payText()).toBe('Pay RM1,000.00 with Maybank2u'));
  });

  test('the wallet used last is chosen again, unless it is down', async () => {
    const first = await renderPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'wallet', selectedWallet: 'touchngo' });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    first.unmount();
    const next = await renderPaymentForm({ refid: 'another' });
    await waitFor(() => expect(payText()).toBe(`Pay RM1,000.00 with ${en.wallets.touchngo}`));
    next.unmount();
    const outage = { target: 'touchngo', from: '2026-11-21T11:00:00Z', until: '2026-11-21T13:00:00Z' };
    await renderPaymentForm({ refid: 'third', downtimes: [outage] });
    await waitFor(() => expect(getInput('selectedPaymentMethod', 'wallet').checked).toBe(true));
    expect(getInput('selectedWallet', 'touchngo').checked).toBe(false);
  });

  test('after a new card the saved one is chosen, which needs its CVV only', async () => {
    window.localStorage.setItem(userStorageKey, JSON.stringify({ version: 1, state: { lastMethod: 'newCard' } }));
    await renderPaymentForm();
    await waitFor(() => expect(getInput('selectedPaymentMethod', 'savedCard').checked).toBe(true));
    expect(getInput('uniqueCardId', 'one').checked).toBe(true);
  });
});

describe('contact', () => {
  const storedUser = () => JSON.parse(window.localStorage.getItem(userStorageKey) ?? '{"state":{}}').state;

  test('that is typed is remembered on this device once the payment is started, and filled in the next time', async () => {
    const { unmount } = await renderPaymentForm();
    fillIn({ ...email, phoneNumber: '121234567', selectedPaymentMethod: 'm2u' });
    await settle();
    expect(storedUser()['userEmailAddress'] ?? null).toBeNull();
    pay();
    await waitFor(() => expect(storedUser()).toMatchObject({ ...email, phoneNumber: '60121234567' }));
    unmount();
    await renderPaymentForm();
    await waitFor(() => expect(getInput('userEmailAddress').value).toBe(email.userEmailAddress));
    await waitFor(() => expect(getInput('phoneNumber').value).toBe('121234567'));
    const { parentElement: field } = getInput('phoneNumber');
    expect(field?.textContent).toBe('+60');
    // Typed in another form.
    fillIn({ phoneNumber: '012-123 4567' });
    await waitFor(() => expect(field?.textContent).toBe(''));
  });

  test('from the server is filled in and not remembered', async () => {
    const customer = { email: 'customer@example.com', phoneNumber: '60129999999' };
    await renderPaymentForm({ customer });
    fillIn({ selectedPaymentMethod: 'm2u' });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(getInput('userEmailAddress').value).toBe('customer@example.com');
    expect(storedUser()).toMatchObject({ lastMethod: 'm2u', userEmailAddress: null, phoneNumber: null });
  });

  test('is sent, and not remembered, where the code of the rules does not load', async () => {
    jest.doMock('@/lib/domain/forms/payment-form', () => {
      throw new Error('not loaded');
    });
    try {
      jest.resetModules();
      await renderPaymentForm();
      fillIn({ ...email, selectedPaymentMethod: 'm2u' });
      pay();
      await waitFor(() => expect(fetchMock).toHaveBeenCalled());
      expect(storedUser()['userEmailAddress'] ?? null).toBeNull();
    } finally {
      jest.dontMock('@/lib/domain/forms/payment-form');
    }
  });

  test('that is not valid is not remembered', async () => {
    await renderPaymentForm();
    fillIn({ userEmailAddress: 'a@', phoneNumber: '1' });
    await settle();
    expect(storedUser()['userEmailAddress'] ?? null).toBeNull();
  });
});
