import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { solveProofOfWork } from '@/components/forms/submission/solve-proof-of-work';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { emptyUser, userStorageKey } from '@/lib/stores/user-store';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';
import en from '@/messages/en.json';
import { HomeHelp } from './home-help';
import { LookupForm } from './lookup-form';

jest.mock('@/components/forms/submission/solve-proof-of-work', () => ({ solveProofOfWork: jest.fn() }));

const words = en.home;
const fetchMock = jest.fn();
let assign: ReturnType<typeof spyOnLocation>;

beforeEach(() => {
  window.localStorage.clear();
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
  assign = spyOnLocation('assign');
});
afterEach(() => jest.restoreAllMocks());

function show(form: FormState = emptyFormState) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <UserStoreProvider>
        <BillStoreProvider>
          <LookupForm form={form} hasCard={false} />
          <HomeHelp
            isAccountNumberInvalid={form.fieldErrors['accountNumber'] !== undefined}
            biller="Example TV Sdn. Bhd."
            origin="https://ebill.example"
          />
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

describe('bill lookup', () => {
  test('is busy during the request and until the bill view is loaded', async () => {
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

  test('says on whose behalf bills are paid, and how to know the site', () => {
    show();
    expect(
      screen.getByText(
        /^On behalf of Example TV Sdn\. Bhd\., ebill takes bill payments\. Card details travel encrypted/,
      ),
    ).toBeTruthy();
    const question = screen.getByText('How do I know that I am on the right site?');
    expect(question.closest('details')?.textContent).toContain('it begins with https://ebill.example/.');
  });

  test('is not busy on a page restored from the back/forward cache', async () => {
    respond({ next: '/pay/ebill' });
    show();
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(isBusy()).toBe(false);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  test('sends the solved proof of work again with the next lookup', async () => {
    jest.mocked(solveProofOfWork).mockResolvedValue('solved');
    const proofOfWork = { challenge: { parameters: {}, signature: 'signed' }, message: 'One moment' };
    respond({ fieldErrors: {}, formError: 'Too many tries', proofOfWork }, 429);
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

describe('account number help', () => {
  test('opens when the number is invalid', async () => {
    show();
    expect(isHelpOpen()).toBe(false);
    await userEvent.type(field(), '12{Enter}');
    await waitFor(() => expect(isHelpOpen()).toBe(true));
  });

  test('opens when the server finds no bill', async () => {
    respond({ fieldErrors: { accountNumber: en.validation.accountNumberUnknown }, formError: null }, 422);
    show();
    await userEvent.type(field(), '1234567840{Enter}');
    await waitFor(() => expect(isHelpOpen()).toBe(true));
  });

  test('is rendered open for a number that the server has rejected', () => {
    show({ ...emptyFormState, fieldErrors: { accountNumber: en.validation.accountNumberUnknown } });
    expect(isHelpOpen()).toBe(true);
  });

  test('stays closed when the request fails', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    show();
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(screen.getByTestId('error-summary').textContent).toMatch(/^Network Error/));
    expect(isHelpOpen()).toBe(false);
  });
});

describe('stored account number', () => {
  test('fills the field and ticks the box', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show();
    await waitFor(() => expect([field().value, box().checked]).toEqual(['1234567801', true]));
  });

  test('does not replace input typed before hydration', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show({ ...emptyFormState, values: { accountNumber: '99' } });
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

  test('is removed when the box is unticked, and the e-mail address is not', async () => {
    storeUser({ rememberedAccount: '1234567801' });
    show();
    await waitFor(() => expect(box().checked).toBe(true));
    await userEvent.click(box());
    expect(rememberedUser()).toEqual({ ...emptyUser, userEmailAddress: 'payer@example.com' });
  });
});
