import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { emptyFormState } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { catalogues } from '@/messages/catalogues';
import en from '@/messages/en.json';
import { fullPaymentPage, getInput, renderPaymentForm } from '../page/payment-form.fixture';
import { savedVisa } from '../page/payment-page.fixture';

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

const times = {
  en: { from: '21 Nov 2026, 9:00 pm', until: '21 Nov 2026, 11:30 pm' },
  ms: { from: '21 Nov 2026, 9.00 malam', until: '21 Nov 2026, 11.30 malam' },
} as const;
const before = '2026-11-21T11:00:00Z';
const ahead = '2026-11-21T13:00:00Z';
const until = '2026-11-21T15:30:00Z';

const group = (name: string) => screen.getByRole('radiogroup', { name });
const choices = (name: string) => within(group(name)).getAllByRole<HTMLInputElement>('radio');
const notice = () => screen.getByTestId('downtime-notice').textContent;
const fill = (text: string, params: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
const choose = (method: string) => userEvent.click(getInput('selectedPaymentMethod', method));

describe('methods', () => {
  test('are listed in the order of the product', async () => {
    await renderPaymentForm({ methods: [...paymentMethods].reverse() });
    const methods = [...document.querySelectorAll<HTMLInputElement>('input[name="selectedPaymentMethod"]')];
    expect(methods.map(({ value }) => value)).toEqual([
      'savedCard',
      'newCard',
      'epp',
      'fpx',
      'fpxCorporate',
      'm2u',
      'wallet',
      'dcb',
      'counter',
      'duitnowQr',
    ]);
  });

  test('have a heading, and the less used ones one below it', async () => {
    await renderPaymentForm({}, { mainMethods: ['fpx'] });
    expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H2', en.payment.methodLegend],
      ['H3', en.payment.moreMethods],
    ]);
  });

  test('with saved cards name the one that is offered first', async () => {
    const other = { ...savedVisa, uniqueCardId: 'default', brand: 'mastercard', lastFour: '4444' } as const;
    await renderPaymentForm({ savedCards: [savedVisa, { ...other, isDefault: true }] });
    const description = 'Mastercard ending in 4444';
    expect(screen.getByRole('radio', { name: en.methods.savedCard, description })).toBeTruthy();
  });

  test('with saved cards name the one that is chosen, also while another method is', async () => {
    await renderPaymentForm();
    const savedCard = (description: string) => screen.getByRole('radio', { name: en.methods.savedCard, description });
    expect(savedCard('Visa ending in 1111')).toBeTruthy();
    await choose('savedCard');
    await userEvent.click(getInput('uniqueCardId', 'second'));
    expect(savedCard('Visa ending in 2222')).toBeTruthy();
    await choose('m2u');
    expect(savedCard('Visa ending in 2222')).toBeTruthy();
  });

  test('that cannot be chosen now stay in the list, disabled, with the reason', async () => {
    await renderPaymentForm({ total: sen(150), downtimes: [{ target: 'newCard', from: before, until }] });
    const newCard = screen.getByRole('radio', { name: en.methods.newCard, description: /down until .*11:30 pm/ });
    expect(newCard).toHaveProperty('disabled', true);
    const corporate = screen.getByRole('radio', {
      name: en.methods.fpxCorporate,
      description: 'Minimum amount is RM2',
    });
    expect(corporate).toHaveProperty('disabled', true);
    expect(screen.getByRole('radio', { name: en.methods.fpx })).toHaveProperty('disabled', false);
  });

  test("Maybank2u, whose name FPX's list has, too, is told apart by a line that is no notice of an outage", async () => {
    await renderPaymentForm();
    expect(screen.getByRole('radio', { name: en.methods.m2u, description: en.payment.directNote })).toBeTruthy();
    expect(screen.queryByTestId('downtime-notice')).toBeNull();
  });

  test('send only the fields of the chosen method', async () => {
    await renderPaymentForm();
    const names = () => [...new FormData(document.querySelector('form')!).keys()];
    await choose('wallet');
    await userEvent.click(getInput('selectedWallet', 'boost'));
    expect(names()).toEqual(expect.arrayContaining(['selectedPaymentMethod', 'selectedWallet']));
    await choose('newCard');
    expect(names()).toEqual(expect.arrayContaining(['cardNumber', 'cardExpiry', 'cardCvv', 'cardName']));
    expect(names()).not.toContain('selectedWallet');
    expect(names()).not.toContain('fpxBankID');
    await choose('wallet');
    expect(getInput('selectedWallet', 'boost').checked).toBe(true);
  });
});

describe.each(['en', 'ms'] as const)('outages in %s', (locale) => {
  const messages = catalogues[locale];
  const named = [
    ['CIMB', 'CIMB Bank'],
    ['MB2U0227', 'Maybank2U'],
    ['MBB0228', 'Maybank2E'],
    ['boost', messages.wallets.boost],
    ['touchngo', messages.wallets.touchngo],
    ['carrier-a', messages.carriers.carrierA],
  ] as const;

  test.each(paymentMethods)('%s that is down says until when, and cannot be chosen', async (method) => {
    await renderPaymentForm({ downtimes: [{ target: method, from: before, until }] }, { locale });
    expect(notice()).toBe(fill(messages.downtime.now[method], times[locale]));
    expect(getInput('selectedPaymentMethod', method).disabled).toBe(true);
  });

  test.each(paymentMethods)('%s that will be down says from when until when, and can be chosen', async (method) => {
    await renderPaymentForm({ downtimes: [{ target: method, from: ahead, until }] }, { locale });
    expect(notice()).toBe(fill(messages.downtime.planned[method], times[locale]));
    expect(getInput('selectedPaymentMethod', method).disabled).toBe(false);
  });

  test.each(named)('%s that is down, or will be, is named in the notice', async (target, name) => {
    const params = { ...times[locale], name };
    const { unmount } = await renderPaymentForm({ downtimes: [{ target, from: before, until }] }, { locale });
    expect(notice()).toBe(fill(messages.downtime.now.named, params));
    unmount();
    await renderPaymentForm({ downtimes: [{ target, from: ahead, until }] }, { locale });
    expect(notice()).toBe(fill(messages.downtime.planned.named, params));
  });
});

describe('a planned outage of a method', () => {
  test('is announced on its row before the method is chosen', async () => {
    await renderPaymentForm({ downtimes: [{ target: 'm2u', from: ahead, until }] });
    const description = 'Maybank2u will be down from 21 Nov 2026, 9:00 pm until 21 Nov 2026, 11:30 pm.';
    expect(screen.getByRole('radio', { name: en.methods.m2u, description })).toHaveProperty('checked', false);
  });
});

describe('when no method can be chosen', () => {
  const downtimes = paymentMethods.map((target) => ({ target, from: before, until }));

  test('one notice says so; the page can be loaded again and nothing can be submitted', async () => {
    await renderPaymentForm({ downtimes });
    expect(screen.getByTestId('no-method').textContent).toContain('No payment method is available right now');
    expect(screen.getByText('Check again').getAttribute('href')).toBe('');
    expect(screen.queryByTestId('pay')).toBeNull();
    expect(document.querySelector('[name="userEmailAddress"]')).toBeNull();
    expect(screen.getAllByTestId('downtime-notice')).toHaveLength(paymentMethods.length);
  });

  test('a saved card that is no longer there is no method', async () => {
    const others = downtimes.filter(({ target }) => target !== 'savedCard');
    await renderPaymentForm({ downtimes: others, savedCards: [] });
    expect(screen.getByTestId('no-method')).toBeTruthy();
  });

  test('a limit counts like an outage', async () => {
    await renderPaymentForm({ methods: ['fpxCorporate', 'fpx'], total: sen(150), downtimes });
    expect(screen.getByTestId('no-method')).toBeTruthy();
  });

  test('a limit of the deployment counts in place of the usual one', async () => {
    const methodLimits = { fpxCorporate: { minimum: sen(1000), maximum: null } };
    await renderPaymentForm({ methods: ['fpxCorporate', 'fpx'], total: sen(999), methodLimits });
    expect(getInput('selectedPaymentMethod', 'fpxCorporate').disabled).toBe(true);
    expect(getInput('selectedPaymentMethod', 'fpx').disabled).toBe(false);
    expect(screen.getByText(/^For company accounts, RM10 or more\./)).toBeTruthy();
  });

  test('there is no notice while one method is available', async () => {
    await renderPaymentForm({ downtimes: downtimes.filter(({ target }) => target !== 'counter') });
    expect(screen.queryByTestId('no-method')).toBeNull();
    expect(screen.getByTestId('pay')).toBeTruthy();
  });
});

describe('after an outage was met', () => {
  test('what was sent stays chosen and enabled; other choices that are down are disabled', async () => {
    const values = { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
    const downtimes = ['boost', 'touchngo', 'm2u'].map((target) => ({ target, from: before, until }));
    await renderPaymentForm({ downtimes }, { form: { ...emptyFormState, values } });
    expect(getInput('selectedPaymentMethod', 'wallet')).toMatchObject({ checked: true, disabled: false });
    expect(getInput('selectedWallet', 'boost')).toMatchObject({ checked: true, disabled: false });
    expect(getInput('selectedWallet', 'touchngo').disabled).toBe(true);
    expect(getInput('selectedPaymentMethod', 'm2u').disabled).toBe(true);
    expect(getInput('selectedPaymentMethod', 'fpx').disabled).toBe(false);
  });

  test('a method that was sent and is down stays chosen', async () => {
    const form = { ...emptyFormState, values: { selectedPaymentMethod: 'fpx' } };
    await renderPaymentForm({ downtimes: [{ target: 'fpx', from: before, until }] }, { form });
    expect(getInput('selectedPaymentMethod', 'fpx')).toMatchObject({ checked: true, disabled: false });
  });

  test('a bank that was sent and is down stays chosen', async () => {
    const form = { ...emptyFormState, values: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' } };
    await renderPaymentForm({ downtimes: [{ target: 'MB2U0227', from: before, until }] }, { form });
    expect(document.querySelector('option[value="MB2U0227"]')).toMatchObject({ selected: true, disabled: false });
  });
});

describe('saved cards', () => {
  const cards = [
    { ...savedVisa, uniqueCardId: 'expired', lastFour: '4444', brand: 'mastercard', isExpired: true, needsCvv: false },
    { ...savedVisa, uniqueCardId: 'offline', lastFour: '0077', isOffline: true },
    { ...savedVisa, uniqueCardId: 'usual', isDefault: true },
  ] as const;
  const only = { methods: ['savedCard'] } as const;

  test('have the usual one first and chosen; an expired one can be chosen, an offline one cannot', async () => {
    await renderPaymentForm({ ...only, savedCards: cards });
    const shown = choices(en.payment.savedCard).map(({ value, checked, disabled }) => ({ value, checked, disabled }));
    expect(shown).toEqual([
      { value: 'usual', checked: true, disabled: false },
      { value: 'expired', checked: false, disabled: false },
      { value: 'offline', checked: false, disabled: true },
    ]);
    const usual = { name: 'Visa ending in 1111', description: 'Default card, expires 12/29' };
    expect(screen.getByRole('radio', usual)).toBeTruthy();
    const offline = { name: 'Visa ending in 0077', description: en.payment.savedCardOffline };
    expect(screen.getByRole('radio', offline)).toBeTruthy();
    expect(screen.getByText('Expired 12/29')).toBeTruthy();
    expect(screen.getAllByTestId('remove-card').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remove Visa ending in 1111',
      'Remove Mastercard ending in 4444',
      'Remove Visa ending in 0077',
    ]);
  });

  test('the CVV is required while a card that needs it is chosen', async () => {
    await renderPaymentForm({ ...only, savedCards: cards });
    expect(screen.getByLabelText(en.payment.savedCardCvv)).toHaveProperty('name', 'savedCardCvv');
    await userEvent.click(getInput('uniqueCardId', 'expired'));
    expect(screen.queryByLabelText(en.payment.savedCardCvv)).toBeNull();
    await userEvent.click(getInput('uniqueCardId', 'usual'));
    expect(screen.getByLabelText(en.payment.savedCardCvv)).toBeTruthy();
  });

  test('the CVV of one card is not kept for another', async () => {
    await renderPaymentForm({
      ...only,
      savedCards: [savedVisa, { ...savedVisa, uniqueCardId: 'other', isDefault: false }],
    });
    const cvv = () => screen.getByLabelText<HTMLInputElement>(en.payment.savedCardCvv).value;
    await userEvent.type(screen.getByLabelText(en.payment.savedCardCvv), '123');
    expect(cvv()).toBe('123');
    await userEvent.click(getInput('uniqueCardId', 'other'));
    expect(cvv()).toBe('');
    // Nothing is wrong about a CVV that was not typed yet: the next field that is left has its error, and the CVV has none.
    await userEvent.type(getInput('userEmailAddress'), 'x');
    await userEvent.tab();
    await waitFor(() => expect(getInput('userEmailAddress').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText(en.payment.savedCardCvv).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('the CVV has four digits for American Express and three for other cards', async () => {
    const amex = { ...savedVisa, uniqueCardId: 'amex', brand: 'amex', isDefault: false } as const;
    await renderPaymentForm({ ...only, savedCards: [savedVisa, amex] });
    const cvv = () => screen.getByLabelText<HTMLInputElement>(en.payment.savedCardCvv);
    await userEvent.type(cvv(), '1234');
    expect(cvv().value).toBe('123');
    expect(screen.queryByText(en.payment.cardCvvHintBack)).not.toBeNull();
    await userEvent.click(getInput('uniqueCardId', 'amex'));
    await userEvent.type(cvv(), '12345');
    expect(cvv().value).toBe('1234');
    expect(screen.queryByText(en.payment.cardCvvHintFront)).not.toBeNull();
  });

  test('no CVV is required if no issuer requires one', async () => {
    await renderPaymentForm({ ...only, savedCards: [{ ...savedVisa, needsCvv: false }] });
    expect(screen.queryByLabelText(en.payment.savedCardCvv)).toBeNull();
  });

  test('that their gateway keeps have no CVV, and the page says so', async () => {
    const [card] = fullPaymentPage.savedCards;
    await renderPaymentForm({ methods: ['savedCard'], savedCards: [{ ...card!, needsCvv: false }] });
    expect(screen.getByText(en.payment.savedCardNoCvv)).toBeTruthy();
    expect(screen.queryByLabelText(en.payment.savedCardCvv)).toBeNull();
  });

  test('are no method when the customer has none', async () => {
    await renderPaymentForm({ savedCards: [] });
    expect(screen.queryByRole('radio', { name: en.methods.savedCard })).toBeNull();
  });
});

describe('a new card', () => {
  test('cannot be saved at the maximum, with the reason', async () => {
    await renderPaymentForm({ methods: ['newCard'], savingCards: 'full' });
    const box = screen.getByRole('checkbox', { name: en.payment.saveCard, description: en.payment.saveCardFull });
    expect(box).toHaveProperty('disabled', true);
  });

  test('cannot be saved where saving is not offered', async () => {
    await renderPaymentForm({ methods: ['newCard'], savingCards: 'not-offered' });
    expect(screen.queryByRole('checkbox', { name: en.payment.saveCard })).toBeNull();
  });

  test.each([
    ['device', en.payment.saveCardAtGatewayOnDevice],
    ['customer', en.payment.saveCardAtGateway],
  ] as const)('that is typed in at the gateway can be saved there for a %s', async (cardsBelongTo, description) => {
    await renderPaymentForm({ methods: ['newCard'], cardEntry: 'gateway', savingCards: 'offered', cardsBelongTo });
    expect(screen.getByRole('checkbox', { name: en.payment.saveCard, description })).toHaveProperty('disabled', false);
    expect(screen.queryByLabelText(en.payment.cardNumber)).toBeNull();
  });
});

describe('wallets of the gateway’s page', () => {
  const note = en.payment.cardWallets;

  test.each([
    [['apple_pay', 'google_pay'], 'Apple Pay or Google Pay'],
    [['google_pay'], 'Google Pay'],
  ] as const)('%j are named in the row of a new card', async (cardWallets, wallets) => {
    await renderPaymentForm({ methods: ['newCard', 'm2u'], cardEntry: 'gateway', cardWallets });
    const description = note.replace('{wallets}', wallets);
    expect(screen.getByRole('radio', { name: en.methods.newCard, description })).toBeTruthy();
  });

  test.each([
    ['none is configured', { cardEntry: 'gateway', cardWallets: [] }],
    ['the card is typed in on this page', { cardEntry: 'own', cardWallets: ['apple_pay'] }],
  ] as const)('are not named where %s', async (_where, page) => {
    await renderPaymentForm({ methods: ['newCard'], ...page });
    expect(document.body.textContent).not.toMatch(/Apple Pay|Google Pay/);
  });
});

describe('instalments', () => {
  test('list banks by their minimum, and months with what one of them costs', async () => {
    const [maybank, cimb] = fullPaymentPage.instalmentPlans;
    await renderPaymentForm({ methods: ['epp'], instalmentPlans: [maybank!, { ...cimb!, minimum: sen(200_000) }] });
    const banks = choices(en.payment.eppBank).map(({ value, disabled }) => ({ value, disabled }));
    expect(banks).toEqual([
      { value: 'MBB', disabled: false },
      { value: 'CIMB', disabled: true },
    ]);
    expect(screen.getByRole('radio', { name: '12 months, about RM83.34 a month' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: '6 months with Maybank, about RM166.67 a month' })).toBeTruthy();
    expect(choices(en.payment.monthTerm).map(({ value }) => value)).toEqual(['6', '12', '24']);
  });

  test('months that the chosen bank does not offer are disabled', async () => {
    await renderPaymentForm({ methods: ['epp'] });
    const enabled = () =>
      choices(en.payment.monthTerm)
        .filter(({ disabled }) => !disabled)
        .map(({ value }) => value);
    expect(enabled()).toEqual(['6', '12', '24']);
    await userEvent.click(getInput('eppBank', 'MBB'));
    expect(enabled()).toEqual(['6', '12']);
    await userEvent.click(getInput('eppBank', 'CIMB'));
    expect(enabled()).toEqual(['12', '24']);
  });

  test('are not sent with months that the bank chosen since does not offer', async () => {
    await renderPaymentForm({ methods: ['epp'] });
    await userEvent.click(getInput('eppBank', 'MBB'));
    await userEvent.click(getInput('monthTerm', '6'));
    await userEvent.click(getInput('eppBank', 'CIMB'));
    expect([...new FormData(document.querySelector('form')!).keys()]).not.toContain('monthTerm');
  });

  test('stay in the list below every plan’s minimum, with the minimum', async () => {
    await renderPaymentForm({ methods: ['epp'], total: sen(10_000) });
    const method = screen.getByRole('radio', { name: en.methods.epp, description: 'Minimum amount is RM500' });
    expect(method).toHaveProperty('disabled', true);
  });
});

describe('the term of instalments that the page is given', () => {
  const form = (values: Record<string, string>) => ({ form: { ...emptyFormState, values } });

  test('is chosen at first, unless another one was sent', async () => {
    const { unmount } = await renderPaymentForm({ monthTerm: 12 });
    expect(getInput('monthTerm', '12').checked).toBe(true);
    unmount();
    await renderPaymentForm({ monthTerm: 12 }, form({ selectedPaymentMethod: 'epp', monthTerm: '6' }));
    expect(getInput('monthTerm', '6').checked).toBe(true);
  });

  test('is ignored where no plan offers it', async () => {
    await renderPaymentForm({ monthTerm: 36 });
    expect(choices(en.payment.monthTerm).some(({ checked }) => checked)).toBe(false);
  });
});

describe('an outage with a message of the backend', () => {
  const message = 'Maybank2u is upgraded tonight <b>.';

  test.each([before, ahead])('from %s shows it as it is, for a method', async (from) => {
    await renderPaymentForm({ downtimes: [{ target: 'm2u', from, until, message }] });
    expect(notice()).toBe(message);
  });

  test.each(['CIMB', 'MB2U0227', 'boost', 'carrier-a'])('shows it as it is, for %s', async (target) => {
    await renderPaymentForm({ downtimes: [{ target, from: before, until, message }] });
    expect(notice()).toBe(message);
  });
});

describe('wallets and carriers', () => {
  test('one without a name in the messages is shown by its id', async () => {
    await renderPaymentForm({ methods: ['wallet'], wallets: ['boost', 'newwallet'] });
    expect(screen.getByRole('radio', { name: 'newwallet' })).toBeTruthy();
  });

  test('the only one is chosen', async () => {
    await renderPaymentForm({ methods: ['wallet', 'dcb'], wallets: ['boost'], carriers: ['carrier-a'] });
    expect([getInput('selectedWallet').checked, getInput('selectedDCB').checked]).toEqual([true, true]);
  });
});

describe('the auto-debit option', () => {
  const option = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: en.payment.autoDebit });

  test('is there only while a saved or a new card is chosen', async () => {
    await renderPaymentForm();
    expect(option()).toBeNull();
    for (const [method, isThere] of [
      ['newCard', true],
      ['epp', false],
      ['savedCard', true],
      ['fpx', false],
    ] as const) {
      await choose(method);
      expect(option() !== null).toBe(isThere);
    }
  });

  test('stays as the payer has set it while other methods are open', async () => {
    await renderPaymentForm({ autoDebitOption: 'preselected' });
    await choose('newCard');
    expect(option()?.checked).toBe(true);
    await userEvent.click(option()!);
    await choose('fpx');
    await choose('savedCard');
    expect(option()?.checked).toBe(false);
  });

  test('is not there where auto debit is not offered', async () => {
    await renderPaymentForm({ autoDebitOption: 'not-offered' });
    await choose('newCard');
    expect(option()).toBeNull();
  });

  test.each([
    ['offered', {}, false],
    ['preselected', {}, true],
    ['preselected', { selectedPaymentMethod: 'newCard' }, false],
    ['offered', { selectedPaymentMethod: 'newCard', isAutoDebitOption: 'true' }, true],
  ] as const)('that is %s, after %j was sent, is ticked: %s', async (autoDebitOption, values, isTicked) => {
    await renderPaymentForm({ methods: ['newCard'], autoDebitOption }, { form: { ...emptyFormState, values } });
    expect(option()?.checked).toBe(isTicked);
  });
});

describe('a method that is chosen', () => {
  const rect = (top: number) =>
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 300, 60));

  test('by a tap stays where it was tapped', async () => {
    const scrollBy = jest.fn();
    Object.assign(window, { scrollBy });
    await renderPaymentForm();
    const row = getInput('selectedPaymentMethod', 'wallet');
    rect(500);
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: row });
    rect(100);
    await user.pointer({ keys: '[/MouseLeft]', target: row });
    expect(scrollBy).toHaveBeenCalledWith({ top: -400, behavior: 'instant' });
  });

  test('by a key is scrolled into view', async () => {
    const scrollIntoView = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
    // user-event needs it for the arrow keys, and jsdom has none.
    Object.assign(globalThis, { CSS: { escape: (text: string) => text } });
    await renderPaymentForm();
    await choose('fpx');
    scrollIntoView.mockClear();
    await userEvent.keyboard('{ArrowDown}');
    expect(getInput('selectedPaymentMethod', 'fpxCorporate').checked).toBe(true);
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest' });
  });

  test('does not scroll when a field inside it changes', async () => {
    const scrollBy = jest.fn();
    Object.assign(window, { scrollBy });
    await renderPaymentForm();
    await choose('newCard');
    scrollBy.mockClear();
    rect(500);
    await userEvent.type(getInput('cardName'), 'Aminah');
    expect(scrollBy).not.toHaveBeenCalled();
  });
});
