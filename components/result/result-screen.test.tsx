import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { outcomes, outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import { sen } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import en from '@/messages/en.json';
import { outcomeMessageKeys } from './message/outcome-messages';
import { ResultScreen } from './result-screen';

// What the test's own browser lacks.
Object.assign(performance, { getEntriesByType: () => [] });

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.sessionStorage.clear();
});

const refid = 'abcdefghijklmnopqrstuvwxyz';
const result: PaymentResult = {
  outcome: 'successful',
  refid,
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  partnerKey: 'EBILL',
  serverTime: '2026-11-21T12:00:00Z',
  productName: 'Satellite TV bill',
  accountNumber: '1234567801',
  amount: sen(13878),
  method: 'fpx',
  bankName: 'Maybank2U',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: null,
  instalmentMonths: null,
  isAutoDebit: false,
  canTryAgain: true,
  canContinue: false,
  approvalDeadline: null,
  receiptSentTo: null,
  reasonCode: null,
  returnToMerchant: null,
  responseCode: null,
  promotion: null,
  autoDebitOffer: null,
};

function show(changes: Partial<PaymentResult>) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ResultScreen result={{ ...result, ...changes }} />
    </NextIntlClientProvider>,
  );
}

test.each(outcomes)('the outcome %s has its own text and the steps of its row', (outcome: Outcome) => {
  // Nothing has left for a bank, and the order is no longer open where nobody has tried to pay it.
  show({
    outcome,
    method: outcomeTable[outcome].polls ? 'fpx' : null,
    canTryAgain: outcome !== 'session-expired',
  });
  const status = screen.getByTestId('payment-status');
  const words = en.result[outcomeMessageKeys[outcome]];
  expect(status.dataset['status']).toBe(outcome);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.title);
  expect(status.textContent).toContain(words.text);
  const offersAgain = outcomeTable[outcome].tryAgain && outcome !== 'session-expired';
  expect(screen.queryByTestId('try-again') !== null).toBe(offersAgain);
  expect(screen.queryByText(en.result.updatesAutomatically) !== null).toBe(outcomeTable[outcome].polls);
  expect(screen.queryByText(en.result.print) !== null).toBe(outcomeTable[outcome].receipt);
});

test.each(['expired', 'error'] as const)('after %s, who may have paid is not asked to pay again', (outcome) => {
  const { container } = show({ outcome, method: 'fpx' });
  expect(container.textContent).not.toMatch(/try again|try to make your payment|different payment method/i);
  expect(container.textContent).toContain('please do not pay again');
});

test('an order that nobody has tried to pay leads to its payment page, and has no way back to the partner', () => {
  show({
    outcome: 'session-expired',
    method: null,
    returnToMerchant: { url: 'https://shop.example/done', fields: {} },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.result.notTried.title);
  expect(screen.getByTestId('try-again').getAttribute('href')).toBe(`/epayment/entry?refid=${refid}`);
  expect(screen.queryByTestId('hand-over')).toBeNull();
});

test('an amount is named only where something was tried', () => {
  const { unmount } = show({ outcome: 'failed' });
  expect(screen.getByTestId('amount-paid').textContent).toBe('RM138.78');
  unmount();
  show({ outcome: 'blacklisted', method: null });
  expect(screen.queryByTestId('amount-paid')).toBeNull();
});

test('auto debit is spoken of where there is an account that could have it', () => {
  const { unmount } = show({});
  expect(screen.getByText(en.result.autoDebit).nextElementSibling?.textContent).toBe(en.result.autoDebitOff);
  unmount();
  show({ accountNumber: null });
  expect(screen.queryByText(en.result.autoDebit)).toBeNull();
});

test('who waits for approval reads which bill is held and until when; who waited in vain, that it was cancelled', () => {
  const { unmount } = show({ outcome: 'pending-approval', approvalDeadline: '2026-11-26T11:49:00Z' });
  const held = 'To be approved by 26 Nov 2026, 7:49 pm MYT: Satellite TV bill for account ••••••7801, RM138.78.';
  expect(screen.getByText(held)).toBeTruthy();
  unmount();
  show({ outcome: 'cancelled', reasonCode: 'not-approved' });
  expect(screen.getByText(en.result.cancelled.notApproved)).toBeTruthy();
});

test('who left without paying can go on, while there is something to go on with', () => {
  const { unmount } = show({ outcome: 'pending', canContinue: true });
  const way = screen.getByRole('link', { name: en.result.continuePayment });
  expect(way.getAttribute('href')).toBe(`/epayment/entry?refid=${refid}`);
  unmount();
  show({ outcome: 'pending' });
  expect(screen.queryByRole('link', { name: en.result.continuePayment })).toBeNull();
});

test('a reference can be copied', async () => {
  const user = userEvent.setup();
  show({});
  expect(screen.getByTestId('payment-id').textContent).toBe(result.paymentId);
  await user.click(screen.getByRole('button', { name: 'Copy Payment ID' }));
  expect(await navigator.clipboard.readText()).toBe(result.paymentId);
  expect(screen.getByText(en.result.copied)).toBeTruthy();
});

test('nobody is asked to try again when the backend does not allow it', () => {
  show({ outcome: 'failed', canTryAgain: false });
  expect(screen.queryByTestId('try-again')).toBeNull();
});

test('the account is shown by its end alone, times with their zone', () => {
  const { container } = show({ confirmedAt: '2026-11-21T11:49:00Z' });
  expect(container.textContent).not.toContain('1234567801');
  expect(container.textContent).toContain('7801');
  expect(container.textContent).toContain('21 Nov 2026, 7:49 pm MYT');
});

test('a partner with response fields gets them by a form post after a countdown that can be paused', () => {
  const { container } = show({ returnToMerchant: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const form = container.querySelector('form');
  expect(form?.method).toBe('post');
  expect(form?.target).toBe('_top');
  expect(new FormData(form ?? undefined).get('status')).toBe('00');
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  expect(screen.getByRole('button', { name: en.result.pauseRedirect })).toBeTruthy();
  expect(screen.queryByText(en.result.home)).toBeNull();
});

test('the countdown submits the form at its end, and does not count while it is paused', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  };
  pass(3);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('7 seconds');
  fireEvent.click(screen.getByRole('button', { name: en.result.pauseRedirect }));
  pass(60);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('7 seconds');
  fireEvent.click(screen.getByRole('button', { name: en.result.resumeRedirect }));
  pass(7);
  expect(submit).not.toHaveBeenCalled();
  pass(1);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('the countdown follows the link of a partner without response fields', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  for (let second = 0; second < 11; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  expect(click).toHaveBeenCalledTimes(1);
  expect(click.mock.contexts).toEqual([screen.getByTestId('hand-over')]);
});

test.each([
  ['printing', () => new Event('beforeprint')],
  ['the back button', () => Object.assign(new Event('pageshow'), { persisted: true })],
])('%s pauses the countdown', (_name, makeEvent) => {
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  act(() => void window.dispatchEvent(makeEvent()));
  expect(screen.getByRole('button', { name: en.result.resumeRedirect })).toBeTruthy();
});

test('a page that the back button loads again has its countdown paused', () => {
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as never]);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  expect(screen.getByRole('button', { name: en.result.resumeRedirect })).toBeTruthy();
});

test.each([
  ['successful', null],
  ['failed', null],
  ['cancelled', null],
  ['processed', null],
  ['session-expired', null],
  ['pending', 'choices'],
  ['pending-approval', 'choices'],
  ['error', 'choices'],
] as const)('after %s this browser has %j of the payment’s choices', (outcome, kept) => {
  window.sessionStorage.setItem(`ebill.payment.${refid}`, 'choices');
  show({ outcome });
  expect(window.sessionStorage.getItem(`ebill.payment.${refid}`)).toBe(kept);
});

test('a pending payment has a link to the partner without a countdown', () => {
  show({ outcome: 'pending', returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  expect(screen.queryByTestId('redirect-countdown')).toBeNull();
  expect(screen.getByTestId('hand-over').getAttribute('href')).toBe('https://shop.example/done');
});

test('a failure leads to the answer it asks for, unless the payer belongs elsewhere', () => {
  const question = { name: 'Why was my card declined?' };
  const failed = { outcome: 'failed', method: 'newCard' } as const;
  const shown = show(failed);
  expect(screen.getByRole('link', question).getAttribute('href')).toBe('/apg/help?answer=declined#declined');
  shown.unmount();
  show({ ...failed, refid: `KWEB${refid}` });
  expect(screen.queryByRole('link', question)).toBeNull();
});
