import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { untouchedForm } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/forms/location.fixture';
import { paymentStorageKey } from '@/lib/stores/forget-payment-choices';
import { userStorageKey } from '@/lib/stores/user-store';
import { catalogues } from '@/messages/catalogues';
import en from '@/messages/en.json';
import { fullPage, inputOf, showPaymentForm } from './payment-form.fixture';
import { savedVisa } from './payment-page.fixture';

jest.mock('@/components/payment/card/encrypt-card', () => ({
  encryptCard: async (card: unknown) => `encrypted ${JSON.stringify(card)}`,
}));

jest.setTimeout(30_000);

const fetchMock = jest.fn();
const storageKey = paymentStorageKey(fullPage.refid);

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  Object.assign(window, { scrollBy: () => undefined });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => jest.restoreAllMocks());

const email = { userEmailAddress: 'payer@example.com' };
const summary = () => screen.getByTestId('error-summary');
const payButton = () => screen.getByTestId('pay');
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
    const input = radio ?? inputOf(name);
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
  const { validation, errors, layout } = catalogues[locale];

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
    [{ selectedPaymentMethod: 'm2u', userEmailAddress: '' }, validation.required],
    [{ selectedPaymentMethod: 'm2u', phoneNumber: '1' }, validation.phoneNumber],
  ])('%j is not sent: %s', async (fields, message) => {
    await showPaymentForm({}, { locale });
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
  ])('%s is said, and what was chosen and typed stays', async (_name, error, message) => {
    if (error === null) fetchMock.mockResolvedValue({ status: 500, text: async () => '<h1>Error</h1>' });
    else fetchMock.mockRejectedValue(error);
    await showPaymentForm({}, { locale });
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    pay();
    await waitFor(() => expect(summary().textContent).toBe(message));
    expect(inputOf('userEmailAddress').value).toBe(email.userEmailAddress);
    expect(inputOf('selectedPaymentMethod', 'm2u').checked).toBe(true);
  });
});

describe('paying', () => {
  test('sends the choice with what was shown, busy until the page changes', async () => {
    const assign = spyOnLocation('assign');
    await showPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
    respond({ next: '/epayment/entry/redirect' });
    pay();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/epayment/entry/redirect'));
    expect(sentFields()).toEqual({
      refid: fullPage.refid,
      shownAmount: '100000',
      idempotencyKey: 'first',
      selectedPaymentMethod: 'wallet',
      selectedWallet: 'boost',
      phoneNumber: '',
      ...email,
    });
    expect(payButton().getAttribute('aria-busy')).toBe('true');
  });

  test('remembers the method and the bank on this device', async () => {
    await showPaymentForm();
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
    await showPaymentForm();
    fillIn({ ...email, ...fields });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(sentFields()[name]).toBe(`encrypted ${plaintext}`);
    const names = Object.keys(sentFields()).filter((field) => field !== name);
    expect(names.filter((field) => /^(card|epp)|Cvv$/.test(field))).toEqual([]);
    if ('cardNumber' in fields) expect(inputOf('cardNumber').value.replaceAll(' ', '')).toBe(newCard.cardNumber);
  });

  test('errors of a method’s fields go when another method is chosen, those of the contact stay', async () => {
    await showPaymentForm();
    fillIn({ selectedPaymentMethod: 'wallet', userEmailAddress: 'a@' });
    pay();
    await screen.findByRole('link', { name: en.validation.walletRequired });
    fillIn({ selectedPaymentMethod: 'm2u' });
    await waitFor(() => expect(screen.queryByRole('link', { name: en.validation.walletRequired })).toBeNull());
    expect(screen.getByRole('link', { name: en.validation.email })).toBeTruthy();
  });

  test('after an unknown outcome the pay bar says what trying again does, until the form is changed', async () => {
    await showPaymentForm({ methods: ['m2u', 'counter'] });
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(screen.queryByText(en.payment.attemptUnknown)).toBeNull();
    pay();
    await screen.findByText(en.payment.attemptUnknown);
    expect(payButton().getAttribute('aria-busy')).toBeNull();
    fillIn({ selectedPaymentMethod: 'counter' });
    await waitFor(() => expect(screen.queryByText(en.payment.attemptUnknown)).toBeNull());
  });

  test('after a rejection the pay bar does not say so', async () => {
    await showPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'm2u' });
    respond({ fieldErrors: {}, formError: en.errors.initiateFailed }, 422);
    pay();
    await waitFor(() => expect(summary().textContent).toBe(en.errors.initiateFailed));
    expect(screen.queryByText(en.payment.attemptUnknown)).toBeNull();
    expect(payButton().getAttribute('aria-busy')).toBeNull();
  });

  test('a page that the browser brings back has no card in it, and is loaded again', async () => {
    const reload = spyOnLocation('reload');
    await showPaymentForm();
    fillIn({ ...email, ...newCard });
    pay();
    await waitFor(() => expect(payButton().getAttribute('aria-busy')).toBe('true'));
    restorePage();
    const values = ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName'].map((name) => inputOf(name).value);
    expect(values).toEqual(['', '', '', '']);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(payButton().getAttribute('aria-busy')).toBeNull();
  });
});

describe('the pay bar', () => {
  const label = () => document.querySelector('.sticky-bar p span')?.textContent;

  test.each([
    [{ selectedPaymentMethod: 'savedCard' }, 'Visa ending 1111'],
    [{ selectedPaymentMethod: 'savedCard', uniqueCardId: 'second' }, 'Visa ending 2222'],
    [{ selectedPaymentMethod: 'newCard' }, en.methods.newCard],
    [{ selectedPaymentMethod: 'epp' }, en.methods.epp],
    [{ selectedPaymentMethod: 'epp', monthTerm: '12' }, '12 months, about RM83.34 a month'],
    [{ selectedPaymentMethod: 'fpx' }, en.methods.fpx],
    [{ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' }, 'Maybank2U'],
    [{ selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' }, 'Maybank2E'],
    [{ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }, en.wallets.boost],
    [{ selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' }, en.carriers.carrierA],
    [{ selectedPaymentMethod: 'counter' }, en.methods.counter],
  ])('names for %j %s', async (fields, name) => {
    await showPaymentForm();
    expect(label()).toBe(en.payment.total);
    fillIn(fields);
    await waitFor(() => expect(label()).toBe(name));
  });
});

describe('removing a saved card', () => {
  const ask = (name: string) => userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  const confirm = async () => userEvent.click(await screen.findByTestId('confirm'));
  const cards = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[name="uniqueCardId"]')].map(({ value }) => value);

  test('asks first, in place, and keeps the card when the payer does', async () => {
    await showPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending 1111');
    await screen.findByText(en.payment.removeTitle);
    expect(document.activeElement?.textContent).toContain(en.payment.removeTitle);
    await userEvent.click(screen.getByRole('button', { name: en.payment.removeKeep }));
    expect(screen.queryByText(en.payment.removeTitle)).toBeNull();
    expect(fetchMock).not.toHaveBeenCalled();
    expect(cards()).toEqual(['one', 'second', 'expired']);
  });

  test('takes the card off the list and chooses the next one that can pay', async () => {
    await showPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending 1111');
    respond({ next: `/epayment/entry?refid=${fullPage.refid}` });
    await confirm();
    await waitFor(() => expect(cards()).toEqual(['second', 'expired']));
    expect(fetchMock.mock.calls[0][0]).toBe('/api/payment/remove-card');
    expect(sentFields()).toMatchObject({ refid: fullPage.refid, uniqueCardId: 'one' });
    await waitFor(() => expect(inputOf('uniqueCardId', 'second').checked).toBe(true));
    expect(document.querySelector('.sticky-bar p span')?.textContent).toBe('Visa ending 2222');
  });

  test('leaves the choice as it is when another card is removed', async () => {
    await showPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending 2222');
    respond({ next: '/' });
    await confirm();
    await waitFor(() => expect(cards()).toEqual(['one', 'expired']));
    expect(inputOf('uniqueCardId', 'one').checked).toBe(true);
  });

  test('says why it failed, and tries again under the same key', async () => {
    await showPaymentForm({ methods: ['savedCard'] });
    await ask('Visa ending 1111');
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

  test('of the last one leaves no saved cards to pay with, and room to save another', async () => {
    await showPaymentForm({ methods: ['savedCard', 'newCard'], savedCards: [savedVisa], savingCards: 'full' });
    fillIn({ selectedPaymentMethod: 'savedCard' });
    await ask('Visa ending 1111');
    respond({ next: '/' });
    await confirm();
    await waitFor(() => expect(document.querySelector('[value="savedCard"]')).toBeNull());
    expect(inputOf('saveCard').disabled).toBe(false);
    fillIn({ ...email });
    pay();
    await screen.findByRole('link', { name: en.validation.methodRequired });
  });
});

describe('choices that this device has kept', () => {
  const chosen = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', selectedWallet: 'boost' };

  test('are restored when the page is opened again', async () => {
    const { unmount } = await showPaymentForm();
    fillIn({ selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
    fillIn({ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
    unmount();
    await showPaymentForm();
    await waitFor(() => expect(inputOf('selectedPaymentMethod', 'fpx').checked).toBe(true));
    expect(inputOf('fpxBankID').value).toBe('MB2U0227');
    expect(inputOf('selectedWallet', 'boost').checked).toBe(true);
    expect(document.querySelector('.sticky-bar p span')?.textContent).toBe('Maybank2U');
  });

  test('do not replace what was sent before', async () => {
    const { unmount } = await showPaymentForm();
    fillIn(chosen);
    unmount();
    const form = { ...untouchedForm, values: { selectedPaymentMethod: 'wallet', selectedWallet: 'touchngo' } };
    await showPaymentForm({}, { form });
    await settle();
    expect(inputOf('selectedPaymentMethod', 'wallet').checked).toBe(true);
    expect(inputOf('selectedWallet', 'touchngo').checked).toBe(true);
    expect(inputOf('fpxBankID').value).toBe('');
  });

  test('have no saved card, no card field and no contact', async () => {
    await showPaymentForm();
    fillIn({ ...email, selectedPaymentMethod: 'savedCard', uniqueCardId: 'second' });
    fillIn({ ...newCard, phoneNumber: '121234567' });
    await settle();
    const stored = window.sessionStorage.getItem(storageKey) ?? '';
    expect(JSON.parse(stored).state.paymentRequest.selectedPaymentMethod).toBe('newCard');
    expect(stored).not.toMatch(/second|uniqueCardId|cardNumber|cardCvv|4111|Aminah|12\/39|example\.com|121234567/);
    expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/second|4111|Aminah|12\/39/);
  });

  test('are of one payment', async () => {
    const { unmount } = await showPaymentForm();
    fillIn(chosen);
    unmount();
    await showPaymentForm({ refid: 'another' });
    await settle();
    expect(document.querySelector('[name="selectedPaymentMethod"]:checked')).toBeNull();
  });

  test('without any, the method that was used last is chosen', async () => {
    const state = { lastMethod: 'm2u' };
    window.localStorage.setItem(userStorageKey, JSON.stringify({ version: 1, state }));
    await showPaymentForm();
    await waitFor(() => expect(inputOf('selectedPaymentMethod', 'm2u').checked).toBe(true));
    await waitFor(() => expect(document.querySelector('.sticky-bar p span')?.textContent).toBe(en.methods.m2u));
  });
});

describe('contact', () => {
  const storedUser = () => JSON.parse(window.localStorage.getItem(userStorageKey) ?? '{"state":{}}').state;

  test('that is typed is remembered on this device, and filled in the next time', async () => {
    const { unmount } = await showPaymentForm();
    fillIn({ ...email, phoneNumber: '121234567' });
    await waitFor(() => expect(storedUser()).toMatchObject({ ...email, phoneNumber: '60121234567' }));
    unmount();
    await showPaymentForm();
    await waitFor(() => expect(inputOf('userEmailAddress').value).toBe(email.userEmailAddress));
    await waitFor(() => expect(inputOf('phoneNumber').value).toBe('121234567'));
  });

  test('that the server knows is filled in and not remembered', async () => {
    const customer = { email: 'customer@example.com', phoneNumber: '60129999999' };
    await showPaymentForm({ customer });
    fillIn({ selectedPaymentMethod: 'm2u' });
    pay();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(inputOf('userEmailAddress').value).toBe('customer@example.com');
    expect(storedUser()).toMatchObject({ lastMethod: 'm2u', userEmailAddress: null, phoneNumber: null });
  });

  test('that is not valid is not remembered', async () => {
    await showPaymentForm();
    fillIn({ userEmailAddress: 'a@', phoneNumber: '1' });
    await settle();
    expect(storedUser()['userEmailAddress'] ?? null).toBeNull();
  });
});
