import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { untouchedForm, type FormState } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/forms/location.fixture';
import { solveProofOfWork } from '@/components/forms/solve-proof-of-work';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { emptyUser, userStorageKey } from '@/lib/stores/user-store';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';
import en from '@/messages/en.json';
import { HomeNotes } from './home-notes';
import { LookUpForm } from './look-up-form';

jest.mock('@/components/forms/solve-proof-of-work', () => ({ solveProofOfWork: jest.fn() }));

const words = en.home;
const fetchMock = jest.fn();
let assign: ReturnType<typeof spyOnLocation>;

beforeEach(() => {
  window.localStorage.clear();
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  assign = spyOnLocation('assign');
});
afterEach(() => jest.restoreAllMocks());

function show(form: FormState = untouchedForm) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <UserStoreProvider>
        <BillStoreProvider>
          <LookUpForm form={form} />
          <HomeNotes findAccount={form.fieldErrors['accountNumber'] !== undefined} />
        </BillStoreProvider>
      </UserStoreProvider>
    </NextIntlClientProvider>,
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>(words.accountNumber);
const box = () => screen.getByLabelText<HTMLInputElement>(words.remember);
const button = () => document.querySelector<HTMLButtonElement>('#look-up button')!;
const isBusy = () => button().getAttribute('aria-busy') === 'true';
const isHelpOpen = () => screen.getByText(words.findTitle).closest('details')?.open;
const respond = (body: object, status = 200) =>
  fetchMock.mockResolvedValueOnce({ status, text: async () => JSON.stringify(body) });
const rememberedUser = () => JSON.parse(window.localStorage.getItem(userStorageKey) ?? '{}').state;

function storeUser(user: object) {
  const state = { ...emptyUser, userEmailAddress: 'payer@example.com', ...user };
  window.localStorage.setItem(userStorageKey, JSON.stringify({ version: 1, state }));
}

describe('looking up a bill', () => {
  test('is busy while the request is under way, and until the bill view is loaded', async () => {
    let answer = (_response: object) => undefined as void;
    fetchMock.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    show();
    expect(isBusy()).toBe(false);
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(assign).not.toHaveBeenCalled();
    act(() => answer({ status: 200, text: async () => '{"next":"/pay/ebill"}' }));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/pay/ebill']]));
    expect(isBusy()).toBe(true);
  });

  test('is not busy when the browser brings the page back', async () => {
    respond({ next: '/pay/ebill' });
    show();
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(isBusy()).toBe(false);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  test('keeps the solution of a proof of work for the next look-up', async () => {
    jest.mocked(solveProofOfWork).mockResolvedValue('solved');
    const work = { challenge: { parameters: {}, signature: 'signed' }, says: 'One moment' };
    respond({ fieldErrors: {}, formError: 'Too many tries', work }, 429);
    respond({ fieldErrors: { accountNumber: en.validation.accountNumberUnknown }, formError: null }, 422);
    show();
    await userEvent.type(field(), '1234567840{Enter}');
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(isBusy()).toBe(false));
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(3));
    expect(fetchMock.mock.calls[2][1].body.get('captchaResponse')).toBe('solved');
  });
});

describe('where the account number is', () => {
  test('is shown when the number is not valid', async () => {
    show();
    expect(isHelpOpen()).toBe(false);
    await userEvent.type(field(), '12{Enter}');
    await waitFor(() => expect(isHelpOpen()).toBe(true));
  });

  test('is shown when the server finds no bill', async () => {
    respond({ fieldErrors: { accountNumber: en.validation.accountNumberUnknown }, formError: null }, 422);
    show();
    await userEvent.type(field(), '1234567840{Enter}');
    await waitFor(() => expect(isHelpOpen()).toBe(true));
  });

  test('is shown by the server for a number that it has refused', () => {
    show({ ...untouchedForm, fieldErrors: { accountNumber: en.validation.accountNumberUnknown } });
    expect(isHelpOpen()).toBe(true);
  });

  test('stays closed when the request fails', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    show();
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(screen.getByTestId('error-summary').textContent).toBe('Network Error'));
    expect(isHelpOpen()).toBe(false);
  });
});

describe('a remembered account number', () => {
  test('is filled in, with its box ticked', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show();
    await waitFor(() => expect([field().value, box().checked]).toEqual(['1234567801', true]));
  });

  test('is not filled in over what was typed before', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show({ ...untouchedForm, values: { accountNumber: '99' } });
    await waitFor(() => expect(box().checked).toBe(true));
    expect(field().value).toBe('99');
  });

  test('is stored when its bill is found and the box is ticked', async () => {
    storeUser({});
    respond({ next: '/pay/ebill' });
    show();
    await userEvent.click(box());
    await userEvent.type(field(), '1234567801');
    expect(rememberedUser().rememberedAccount).toBeNull();
    await userEvent.click(button());
    await waitFor(() => expect(rememberedUser().rememberedAccount).toBe('1234567801'));
    expect(rememberedUser().userEmailAddress).toBe('payer@example.com');
  });

  test('is not stored when no bill is found', async () => {
    respond({ fieldErrors: { accountNumber: en.validation.accountNumberUnknown }, formError: null }, 422);
    show();
    await userEvent.click(box());
    await userEvent.type(field(), '1234567840{Enter}');
    await screen.findByRole('link', { name: en.validation.accountNumberUnknown });
    expect(window.localStorage.getItem(userStorageKey) ?? '').not.toContain('1234567840');
  });

  test('is not stored when the box is not ticked', async () => {
    respond({ next: '/pay/ebill' });
    show();
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(window.localStorage.getItem(userStorageKey) ?? '').not.toContain('1234567801');
  });

  test('is forgotten at once when the box is unticked, and the e-mail address is not', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show();
    await waitFor(() => expect(box().checked).toBe(true));
    await userEvent.click(box());
    expect(rememberedUser()).toEqual({ ...emptyUser, userEmailAddress: 'payer@example.com' });
  });
});
