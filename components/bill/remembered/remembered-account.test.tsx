import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { emptyFormState } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { actions } from '@/lib/routes';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { emptyUser, userStorageKey } from '@/lib/stores/user-store';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';
import en from '@/messages/en.json';
import { LookupForm } from '../lookup-form';
import { lookUpInterval } from './look-up-remembered-bill';
import { RememberedAccount } from './remembered-account';

const words = en.rememberedAccount;
const fetchMock = jest.fn();
let assign: ReturnType<typeof spyOnLocation>;

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  assign = spyOnLocation('assign');
});
afterEach(() => jest.restoreAllMocks());

const bill = { state: 'payable', balance: 13_878, dueDate: '2026-12-05', overdue: 0 };
const answer = (body: object, status = 200) => ({
  ...{ ok: status < 400, status },
  json: async () => body,
  text: async () => JSON.stringify(body),
});
const respond = (body: object, status?: number) => fetchMock.mockResolvedValueOnce(answer(body, status));
const respondWithBill = (changes: object = {}) =>
  respond({ next: '/', bill: { ...bill, ...changes }, billToken: 'sealed' });
const rememberedUser = () => JSON.parse(window.localStorage.getItem(userStorageKey) ?? '{}').state;

function storeUser(user: object) {
  const state = { ...emptyUser, rememberedAccount: '1234567801', ...user };
  window.localStorage.setItem(userStorageKey, JSON.stringify({ version: 1, state }));
}

function page() {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <UserStoreProvider>
        <RememberedAccount idempotencyKey="00000000-0000-4000-8000-000000000000" />
        <BillStoreProvider>
          <LookupForm form={emptyFormState} hasCard />
        </BillStoreProvider>
      </UserStoreProvider>
    </NextIntlClientProvider>
  );
}
const show = () => render(page());
const findCard = () => screen.findByTestId('remembered-account');
const findCardThatIs = async (state: string) => {
  const card = await findCard();
  await waitFor(() => expect(card.dataset['state']).toBe(state));
  return card;
};
const callsTo = (action: string) => fetchMock.mock.calls.filter(([url]) => url === action);
const sentTo = (action: string) => Object.fromEntries(callsTo(action).at(-1)?.[1].body as URLSearchParams);

describe('the card of the remembered account', () => {
  test('is not in the HTML of the server, which has its room only', () => {
    storeUser({});
    const html = renderToString(page());
    expect(html).toContain('remembered-room');
    expect(html).not.toMatch(/7801|remembered-account/);
  });

  test('has the end of the account, the amount, the due date and one tap by the method used last', async () => {
    storeUser({ lastMethod: 'm2u' });
    respondWithBill();
    show();
    const card = await findCardThatIs('payable');
    expect(card.textContent).toContain('•••• 7801');
    expect(card.textContent).not.toContain('1234567801');
    expect(card.textContent).toContain('RM138.78');
    expect(card.textContent).toContain('due 5 Dec 2026');
    expect(screen.getByTestId('pay-remembered').textContent).toContain('Pay RM138.78 with Maybank2u');
    expect(sentTo(actions.lookUpRemembered)).toEqual({ accountNumber: '1234567801' });
  });

  test.each([
    [6_939, 'RM138.78including RM69.39 overdue. Please pay now.'],
    [13_878, 'RM138.78overdue. Please pay now.'],
  ])('of which %i sen are overdue asks to pay now, without a date to come', async (overdue, text) => {
    storeUser({});
    respondWithBill({ overdue });
    show();
    const card = await findCardThatIs('payable');
    expect(card.textContent).toContain(text);
    expect(card.textContent).not.toContain('2026');
  });

  test('its buttons that view a bill are told apart by their names', async () => {
    storeUser({});
    respondWithBill();
    show();
    await findCardThatIs('payable');
    const names = screen.getAllByRole('button', { name: new RegExp(`^${en.home.submit}`) });
    expect(names.map(({ textContent }) => textContent?.replace(en.home.submitting, ''))).toEqual([
      `${en.home.submit} Account ending in 7801`,
      en.home.submit,
    ]);
  });

  test('its buttons name its account, after their words', async () => {
    storeUser({});
    respondWithBill();
    show();
    const card = within(await findCardThatIs('payable'));
    for (const shown of ['Pay RM138.78', en.home.submit, words.remove]) {
      expect(card.getByRole('button', { name: new RegExp(`^${shown} Account ending in 7801`) })).toBeTruthy();
    }
  });

  test('names no method before there was one', async () => {
    storeUser({});
    respondWithBill();
    show();
    await findCardThatIs('payable');
    expect(screen.getByTestId('pay-remembered').textContent).toContain('Pay RM138.78');
    expect(screen.getByTestId('pay-remembered').textContent).not.toMatch(/with|by/);
  });

  test('one tap begins the payment of the whole balance by the form of the bill, and goes to its page', async () => {
    storeUser({ lastMethod: 'm2u' });
    respondWithBill();
    show();
    await findCardThatIs('payable');
    respond({ next: '/epayment/entry?refid=abc' });
    await userEvent.click(screen.getByTestId('pay-remembered'));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/epayment/entry?refid=abc']]));
    expect(sentTo(actions.payBill)).toEqual({
      billToken: 'sealed',
      payOption: 'current',
      idempotencyKey: '00000000-0000-4000-8000-000000000000',
    });
  });

  test('another payment since then leads to the bill, which asks', async () => {
    storeUser({});
    respondWithBill();
    show();
    await findCardThatIs('payable');
    respond({ next: '/pay/ebill' });
    await userEvent.click(screen.getByTestId('pay-remembered'));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/pay/ebill']]));
  });

  test('a refusal is read beside the button, which can be pressed again', async () => {
    storeUser({});
    respondWithBill();
    show();
    const card = await findCardThatIs('payable');
    respond({ fieldErrors: {}, formError: 'This account is closed' }, 422);
    await userEvent.click(screen.getByTestId('pay-remembered'));
    const summary = card.querySelector('#pay-remembered-bill [data-testid="error-summary"]');
    await waitFor(() => expect(summary?.textContent).toContain('This account is closed'));
    expect(screen.getByTestId('pay-remembered').getAttribute('aria-busy')).toBeNull();
  });

  test.each([
    ['recent-payment', {}, words.recentPayment],
    ['paid', { balance: 0, dueDate: null }, words.paid],
    ['credit', { balance: -2_000, dueDate: null }, 'RM20.00 in credit. There is nothing to pay.'],
    ['closed', {}, en.bill.closedTitle],
    ['other-amount', { balance: 99 }, 'RM0.99'],
  ])('a bill that is %s offers to view it, and no one tap', async (state, changes, text) => {
    storeUser({});
    respondWithBill({ state, ...changes });
    show();
    const card = await findCardThatIs(state);
    expect(card.textContent).toContain(text);
    expect(screen.queryByTestId('pay-remembered')).toBeNull();
    respond({ next: '/pay/ebill' });
    await userEvent.click(card.querySelector<HTMLButtonElement>('#remembered-bill button')!);
    await waitFor(() => expect(assign.mock.calls).toEqual([['/pay/ebill']]));
    expect(sentTo(actions.lookUpBill)).toEqual({ accountNumber: '1234567801' });
  });

  test.each<[string, () => unknown]>([
    ['a limit', () => respond({ fieldErrors: {}, formError: 'Too many' }, 429)],
    ['a fault', () => respond({ fieldErrors: {}, formError: 'Technical error' }, 502)],
    ['a lost connection', () => fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
    ['an answer that is none', () => respond({ next: '/' })],
    [
      'an answer that is not JSON',
      () => fetchMock.mockResolvedValueOnce({ ok: true, json: async () => JSON.parse('<') }),
    ],
  ])('after %s nothing is said, and the bill can be viewed', async (_what, refuse) => {
    storeUser({});
    refuse();
    show();
    const card = await findCardThatIs('unknown');
    expect(card.textContent).not.toMatch(/RM|error|too many/i);
    expect(card.querySelector('#remembered-bill button')).not.toBeNull();
  });

  test('a card that is not remembered leaves the room empty', async () => {
    storeUser({ rememberedAccount: null, lastMethod: 'm2u' });
    show();
    await act(async () => undefined);
    expect(screen.queryByTestId('remembered-account')).toBeNull();
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('the look-up by the page', () => {
  async function visit() {
    const { unmount } = show();
    await findCard();
    await waitFor(() => expect(screen.getByTestId('remembered-account').dataset['state']).not.toBe('loading'));
    const { state } = screen.getByTestId('remembered-account').dataset;
    unmount();
    return state;
  }

  test('is made once in three minutes: its answer is shown again', async () => {
    storeUser({});
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-26T10:00:00Z'));
    respondWithBill();
    expect([await visit(), await visit()]).toEqual(['payable', 'payable']);
    expect(callsTo(actions.lookUpRemembered)).toHaveLength(1);
    now.mockReturnValue(Date.parse('2026-11-26T10:00:00Z') + lookUpInterval);
    respondWithBill({ state: 'paid' });
    expect(await visit()).toBe('paid');
  });

  test('is not repeated after a refusal', async () => {
    storeUser({});
    respond({}, 429);
    expect([await visit(), await visit()]).toEqual(['unknown', 'unknown']);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('is made again for another account', async () => {
    storeUser({});
    respondWithBill();
    await visit();
    storeUser({ rememberedAccount: '1234567802' });
    respondWithBill();
    await visit();
    expect(sentTo(actions.lookUpRemembered)).toEqual({ accountNumber: '1234567802' });
  });

  test.each([
    'null',
    'not json',
    '[]',
    '{"accountNumber":"1234567801"}',
    '{"accountNumber":"1234567801","at":"x","found":null}',
  ])('is made where this tab has stored %s', async (text) => {
    storeUser({});
    window.sessionStorage.setItem('ebill.remembered-bill', text);
    respondWithBill();
    expect(await visit()).toBe('payable');
  });

  test('an altered answer of this tab is not shown', async () => {
    storeUser({});
    const found = { bill: { ...bill, balance: 'free' }, billToken: 'sealed' };
    const stored = { accountNumber: '1234567801', at: Date.now(), found };
    window.sessionStorage.setItem('ebill.remembered-bill', JSON.stringify(stored));
    expect(await visit()).toBe('unknown');
  });

  test('what was found is forgotten when the payer goes to pay it', async () => {
    storeUser({});
    respondWithBill();
    show();
    await findCardThatIs('payable');
    expect(window.sessionStorage.getItem('ebill.remembered-bill')).not.toBeNull();
    await userEvent.click(screen.getByTestId('pay-remembered'));
    await waitFor(() => expect(window.sessionStorage.getItem('ebill.remembered-bill')).toBeNull());
  });

  test('what was found is forgotten when a bill is looked up by the form', async () => {
    storeUser({});
    respondWithBill();
    show();
    await findCardThatIs('payable');
    respond({ next: '/pay/ebill' });
    await userEvent.type(screen.getByLabelText(en.home.accountNumber), '1234567805{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(window.sessionStorage.getItem('ebill.remembered-bill')).toBeNull();
  });
});

describe('removing the account', () => {
  test('forgets it and what was found of it, and nothing else', async () => {
    storeUser({ userEmailAddress: 'payer@example.com' });
    respondWithBill();
    show();
    await findCardThatIs('payable');
    await userEvent.click(screen.getByRole('button', { name: `${words.remove} Account ending in 7801` }));
    expect(screen.queryByTestId('remembered-account')).toBeNull();
    expect(document.activeElement?.textContent).toBe(words.removed);
    expect(rememberedUser()).toEqual({ ...emptyUser, userEmailAddress: 'payer@example.com' });
    expect(window.sessionStorage).toHaveLength(0);
    expect(document.cookie).not.toContain('ebill-keeps-account');
  });
});

describe('the form below the card', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>(en.home.accountNumber);
  const box = () => screen.getByLabelText<HTMLInputElement>(en.home.remember);

  test('is for another account: empty, and not ticked', async () => {
    storeUser({});
    show();
    await findCard();
    expect([field().value, box().checked]).toEqual(['', false]);
  });

  test('another account that is not to be remembered leaves the remembered one', async () => {
    storeUser({});
    show();
    await findCard();
    respond({ next: '/pay/ebill' });
    await userEvent.type(field(), '1234567805{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(rememberedUser().rememberedAccount).toBe('1234567801');
  });

  test('another account replaces it if the box is ticked; unticking it again changes nothing', async () => {
    storeUser({});
    show();
    await findCard();
    await userEvent.click(box());
    await userEvent.click(box());
    expect(rememberedUser().rememberedAccount).toBe('1234567801');
    await userEvent.click(box());
    respond({ next: '/pay/ebill' });
    await userEvent.type(field(), '1234567805{Enter}');
    await waitFor(() => expect(rememberedUser().rememberedAccount).toBe('1234567805'));
  });
});
