import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { sen } from '@/lib/domain/money';
import { actions } from '@/lib/routes';
import { forgetPaymentChoices } from '@/lib/stores/forget-payment-choices';
import { PayAgainField } from '@/components/layout/pay-again-field';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import en from '@/messages/en.json';
import { PayForm } from './pay-form';
import type { PayFormBill } from './pay-form-bill';

const words = en.bill;
const bill: PayFormBill = {
  customerType: 'REGULAR',
  currentBalance: sen(13878),
  overdueBalance: sen(5000),
  outstanding: sen(13878),
  recentPayments: [],
  maximumAmount: sen(200_000),
  advanceLimit: sen(0),
  advanceLimitCustomerType: 'none',
  exactBalanceCustomerType: 'none',
};
const refid = 'abcdefghijklmnopqrstuvwxyz';
const fetchMock = jest.fn();
let assign: ReturnType<typeof spyOnLocation>;

beforeEach(() => {
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  Object.assign(globalThis, { fetch: fetchMock });
  assign = spyOnLocation('assign');
});
afterEach(() => {
  jest.restoreAllMocks();
  window.sessionStorage.clear();
});

function BillPage({
  form = emptyFormState,
  changes = {},
  several = {},
  link = { linkRefid: 'link' },
}: {
  readonly form?: FormState;
  readonly changes?: Partial<PayFormBill>;
  readonly several?: Pick<ComponentProps<typeof PayForm>, 'list' | 'offersOthers'>;
  readonly link?: Partial<Pick<ComponentProps<typeof PayForm>, 'billToken' | 'linkRefid' | 'shareToken'>>;
}) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <BillStoreProvider initial={{ payOption: 'current', amount: form.values['amount'] ?? '' }}>
        <PayForm
          bill={{ ...bill, ...changes }}
          payAgain={changes.recentPayments && <PayAgainField payments={changes.recentPayments} />}
          form={form}
          billToken="token"
          idempotencyKey="first"
          {...several}
          {...link}
        />
      </BillStoreProvider>
    </NextIntlClientProvider>
  );
}

const option = (name: 'current' | 'overdue' | 'other') =>
  screen.getByRole('radio', { name: new RegExp(`^${words.payOption[name]}`) });
const total = () => document.querySelector('.sticky-bar output')?.textContent;
const isBusy = () => screen.getByTestId('pay').getAttribute('aria-busy') === 'true';
const respond = (body: object, status = 200) =>
  fetchMock.mockResolvedValue({ status, text: async () => JSON.stringify(body) });
const pay = () => userEvent.click(screen.getByTestId('pay'));

test('a balance above the maximum of one payment says so beside it', () => {
  render(<BillPage changes={{ maximumAmount: sen(10_000) }} />);
  expect(screen.getAllByText('One payment can be RM100 at most.')).toHaveLength(1);
});

test('its sections have headings', () => {
  render(<BillPage />);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    words.payTitle,
    words.contactTitle,
  ]);
});

test('the total follows the choice and the typed amount', async () => {
  render(<BillPage />);
  expect(total()).toBe('RM138.78');
  await userEvent.click(option('overdue'));
  expect(total()).toBe('RM50.00');
  await userEvent.click(option('other'));
  expect(total()).toBe('RM –');
  await userEvent.type(screen.getByLabelText(words.amount), '20.5');
  expect(total()).toBe('RM20.50');
  await userEvent.clear(screen.getByLabelText(words.amount));
  expect(total()).toBe('RM –');
  await userEvent.click(option('current'));
  expect(total()).toBe('RM138.78');
});

describe('a page that is loaded again', () => {
  const contact = () => [words.email, words.phoneNumber].map((label) => screen.getByLabelText(new RegExp(`^${label}`)));
  const values = () => [
    total(),
    ...[screen.getByLabelText<HTMLInputElement>(words.amount), ...(contact() as HTMLInputElement[])].map(({ value }) =>
      value.replace(/[\s-]/g, ''),
    ),
  ];
  const typed = ['RM20.00', '20', 'payer@example.com', '0123456789'];
  const untouched = ['RM138.78', '', '', ''];

  /** Types for one bill, and loads the page of another or the same again. */
  async function typeAndReload(first: ComponentProps<typeof BillPage>, second: ComponentProps<typeof BillPage>) {
    const { unmount } = render(<BillPage {...first} />);
    await userEvent.click(option('other'));
    await userEvent.type(screen.getByLabelText(words.amount), '20');
    const [email, phoneNumber] = contact();
    await userEvent.type(email!, 'payer@example.com');
    await userEvent.type(phoneNumber!, '0123456789');
    unmount();
    render(<BillPage {...second} />);
  }

  const looked = { link: { billToken: 'header.iv.text.tag-of-the-first-token' } };

  test.each([
    ['looked up', looked],
    ['of a direct link, with another token', { link: { linkRefid: 'r'.repeat(26) } }],
  ])('has what was typed for a bill %s, and the total follows', async (_name, props) => {
    await typeAndReload(props, props);
    await waitFor(() => expect(values()).toEqual(typed));
    expect(option('other')).toHaveProperty('checked', true);
  });

  test.each([
    ['another bill', { link: { billToken: 'header.iv.text.tag-of-another-token' } }],
    ['the bill with other balances', { ...looked, changes: { outstanding: sen(10_000) } }],
    ['a bill for the list of accounts', { ...looked, several: { list: { accountsToken: 'list', isListed: true } } }],
  ])('has nothing of it for %s', async (_name, props) => {
    await typeAndReload(looked, props);
    expect(total()).toBe(untouched[0]);
    expect(screen.getByLabelText(words.amount)).toHaveProperty('value', '');
  });

  test('shows what the server sends after a rejection instead', async () => {
    const form = { ...emptyFormState, values: { payOption: 'current', email: 'other@example.com' } };
    await typeAndReload(looked, { ...looked, form });
    expect(values()).toEqual(['RM138.78', '', 'other@example.com', '']);
  });

  test('of a kiosk keeps nothing', async () => {
    const link = { linkRefid: `KWEB${'r'.repeat(22)}` };
    await typeAndReload({ link }, { link });
    expect(values()).toEqual(untouched);
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('has nothing after the payment has ended', async () => {
    const { unmount } = render(<BillPage {...looked} />);
    await userEvent.click(option('overdue'));
    unmount();
    forgetPaymentChoices('ref');
    expect(window.sessionStorage).toHaveLength(0);
  });
});

test('the error summary says which field is required', async () => {
  render(<BillPage />);
  await userEvent.click(option('other'));
  await pay();
  const message = `${words.amount}: ${en.validation.required}`;
  expect((await screen.findByRole('link', { name: message })).getAttribute('href')).toBe('#amount');
  expect(screen.getByLabelText(words.amount).getAttribute('aria-describedby')).toContain('amount-error');
  expect(document.getElementById('amount-error')?.textContent).toBe(en.validation.required);
});

test('choices of the same amount are told apart: all of the balance is overdue', () => {
  render(<BillPage changes={{ overdueBalance: bill.currentBalance }} />);
  expect(screen.getByRole('radio', { name: `${words.wholeBalanceOverdue} RM138.78` })).toBeTruthy();
  expect(screen.getByRole('radio', { name: `${words.payOption.current} RM138.78` })).toBeTruthy();
});

test('where nothing is due a payment in advance is offered, not urged', () => {
  render(<BillPage changes={{ currentBalance: sen(-2_000), overdueBalance: sen(0), outstanding: sen(0) }} />);
  expect(screen.getByRole('radiogroup', { name: words.payAheadTitle })).toBeTruthy();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['other']);
  expect(document.querySelector('.sticky-bar')).toBeNull();
  expect(screen.getByTestId('pay').className).not.toContain('bg-accent');
});

test('without scripts each total is in the page with the CSS class that shows it', () => {
  document.body.innerHTML = renderToString(<BillPage />);
  const totals = [...document.querySelectorAll('.sticky-bar output span')].map(({ textContent }) => textContent);
  expect(totals).toEqual(['RM138.78', 'RM50.00', 'RM –']);
  document.body.replaceChildren();
});

test('a choice and an amount made before hydration determine the total', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<BillPage />);
  document.body.replaceChildren(container);
  container.querySelector<HTMLInputElement>('#payOption-other')!.checked = true;
  container.querySelector<HTMLInputElement>('#amount')!.value = '77';
  const root = await act(async () => hydrateRoot(container, <BillPage />));
  expect(container.querySelector<HTMLInputElement>('#payOption-other')?.checked).toBe(true);
  expect(total()).toBe('RM77.00');
  act(() => root.unmount());
  container.remove();
});

test('a response with the payment page navigates there through the store and stays busy', async () => {
  respond({ next: `/epayment/entry?refid=${refid}` });
  render(<BillPage />);
  await pay();
  await waitFor(() => expect(assign.mock.calls).toEqual([[`/epayment/entry?refid=${refid}`]]));
  expect(isBusy()).toBe(true);
  const fields = Object.fromEntries(fetchMock.mock.calls[0][1].body);
  expect(fields).toMatchObject({
    payOption: 'current',
    billToken: 'token',
    linkRefid: 'link',
    idempotencyKey: 'first',
  });
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(isBusy()).toBe(false);
});

test.each(['/processed', '/pay/ebill', '/', `/bankResultFPX?refid=${refid}`])(
  'a response that leads to %s is followed',
  async (next) => {
    respond({ next });
    render(<BillPage />);
    await pay();
    await waitFor(() => expect(assign.mock.calls).toEqual([[next]]));
  },
);

test('an amount above the limit is not sent, and the form can be sent again', async () => {
  render(<BillPage />);
  await userEvent.click(option('other'));
  await userEvent.type(screen.getByLabelText(words.amount), '2000.01');
  await pay();
  await screen.findByRole('link', { name: 'Maximum amount allowed is RM2,000' });
  expect(fetchMock).not.toHaveBeenCalled();
  expect(isBusy()).toBe(false);
  // An amount that cannot be paid is no total.
  expect(total()).toBe('RM –');
  // It is no longer paid.
  await userEvent.click(option('current'));
  expect(screen.queryByRole('link', { name: 'Maximum amount allowed is RM2,000' })).toBeNull();
});

test('a rejection is shown, the input is kept, and the form can be sent again', async () => {
  respond({ fieldErrors: {}, formError: en.errors.billExpired }, 422);
  render(<BillPage />);
  await userEvent.type(screen.getByLabelText(new RegExp(words.email)), 'payer@example.com');
  await pay();
  await waitFor(() => expect(screen.getByTestId('error-summary').textContent).toBe(en.errors.billExpired));
  expect(screen.getByLabelText(new RegExp(words.email))).toHaveProperty('value', 'payer@example.com');
  expect(isBusy()).toBe(false);
});

test('a payment that repeats a recent one is sent once the payer has confirmed it', async () => {
  respond({ next: `/epayment/entry?refid=${refid}` });
  const recentPayments = [
    { amount: sen(13878), at: '2026-11-21T12:00:00Z', status: 'in-progress', unpaid: null, isCounted: true },
  ] as const;
  render(<BillPage changes={{ outstanding: sen(0), recentPayments }} />);
  await pay();
  await screen.findByRole('link', { name: en.validation.payAgainRequired });
  const confirmation = screen.getByRole('checkbox', { name: en.recentPayments.payAgain });
  expect(confirmation.getAttribute('aria-invalid')).toBe('true');
  expect(fetchMock).not.toHaveBeenCalled();
  expect(screen.getByText(/^RM138\.78, 21 Nov 2026, 8:00 pm: payment in progress\. /)).toBeTruthy();
  await userEvent.click(confirmation);
  await pay();
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(Object.fromEntries(fetchMock.mock.calls[0][1].body)).toMatchObject({ payOption: 'current', payAgain: 'true' });
});

describe('of several accounts', () => {
  test('other accounts are offered by a button that posts the choice elsewhere, and Enter still pays', async () => {
    render(<BillPage several={{ offersOthers: true }} />);
    expect(screen.getByTestId('add-account').getAttribute('formaction')).toBe(actions.addAccount);
    await userEvent.type(screen.getByLabelText(new RegExp(`^${words.email}`)), 'payer@example.com{Enter}');
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
    expect(fetchMock.mock.calls[0]?.[0]).toBe(actions.payBill);
  });

  test('one for a list is put on it with its amount, without a contact or a payment', async () => {
    respond({ next: '/pay/accounts' });
    render(<BillPage several={{ list: { accountsToken: 'list', isListed: false } }} />);
    expect(screen.queryByTestId('pay')).toBeNull();
    expect(screen.queryByLabelText(new RegExp(`^${words.email}`))).toBeNull();
    expect(screen.getByTestId('add-to-payment').textContent).toBe(`${words.addToPayment} RM138.78`);
    await userEvent.click(option('overdue'));
    await userEvent.click(screen.getByTestId('add-to-payment'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/pay/accounts'));
    const [action, { body }] = fetchMock.mock.calls[0] as [string, { body: URLSearchParams }];
    expect(action).toBe(actions.addAccount);
    expect(Object.fromEntries(body)).toMatchObject({ billToken: 'token', accountsToken: 'list', payOption: 'overdue' });
    expect(body.has('idempotencyKey')).toBe(false);
  });

  test('one that is on the list is changed there', () => {
    render(<BillPage several={{ list: { accountsToken: 'list', isListed: true } }} />);
    expect(screen.getByTestId('add-to-payment').textContent).toBe(`${words.changeInPayment} RM138.78`);
  });
});
