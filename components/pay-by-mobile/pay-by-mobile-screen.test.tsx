import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { sen } from '@/lib/domain/money';
import en from '@/messages/en.json';
import { PayByMobileScreen } from './pay-by-mobile-screen';
import type { SentTac } from './resend-tac-form';
import { TacLockedScreen } from './tac-locked-screen';

jest.mock('@/components/ui/countdown/page-age', () => ({ pageAge: () => 0 }));

const page = { refid: 'abcdefghijklmnopqrstuvwxyz', total: sen(13_878), serverTime: '2026-11-21T12:00:00Z' };
const sent: SentTac = { mobileNumber: '60120000001', resendAfter: '2026-11-21T12:00:45Z', resendsLeft: 2 };

function show(code: SentTac | null, form: FormState = emptyFormState) {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <PayByMobileScreen
        page={page}
        carrier="carrier-a"
        sent={code}
        form={form}
        idempotencyKeys={{ send: 's', verify: 'v', cancel: 'c' }}
      />
    </NextIntlClientProvider>,
  );
}

test('asks for the mobile number before a TAC was sent', () => {
  show(null);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.payByMobile.title);
  expect(screen.getByText('RM138.78 will be added to your Carrier A bill.')).toBeTruthy();
  expect(screen.getByLabelText(en.payByMobile.mobileNumber)).toHaveProperty('name', 'mobileNumber');
  expect(screen.getByTestId('send-code')).toBeTruthy();
  expect(screen.queryByTestId('verify-code')).toBeNull();
});

test('after a TAC was sent, shows its field, the resend countdown and one error summary', () => {
  show(sent, { ...emptyFormState, fieldErrors: { tac: en.validation.tac } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.payByMobile.codeTitle);
  expect(screen.getByLabelText(en.payByMobile.tac)).toHaveProperty('autocomplete', 'one-time-code');
  const description = `We have sent a code by text message to +60 12-000 0001. ${en.payByMobile.tacHint} ${en.validation.tac}`;
  expect(screen.getByRole('textbox', { name: en.payByMobile.tac, description })).toBeTruthy();
  expect(screen.getByTestId('resend-countdown').textContent).toContain('0:45');
  expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', true);
  expect(screen.getByTestId('error-summary').textContent).toContain(en.validation.tac);
  expect(screen.getByText('2 more codes can be sent')).toBeTruthy();
});

test('hides the resend button when no TAC is left', () => {
  show({ ...sent, resendsLeft: 0 });
  expect(screen.queryByTestId('resend-code')).toBeNull();
  expect(screen.getByText('No more codes can be sent')).toBeTruthy();
});

describe('leaving', () => {
  // jsdom has dialogs, and no modal ones.
  beforeAll(() => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
  });

  // jsdom has no popovers either: that of the button to cancel is always shown.
  const findQuestion = () => document.querySelector<HTMLDialogElement>('dialog[open]');

  function showWithLogo(code: SentTac | null) {
    show(code);
    const logo = document.body.appendChild(document.createElement('a'));
    logo.href = '/';
    return logo;
  }
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('by a link asks first after a TAC was sent', async () => {
    const logo = showWithLogo(sent);
    // False: the link is not followed.
    expect(fireEvent.click(logo)).toBe(false);
    const question = findQuestion()!;
    expect(question.textContent).toContain('Leave pay by mobile?');
    expect(question.textContent).toContain(
      'If you leave now, an action you have taken may be repeated. Do you want to continue?',
    );
    await userEvent.click(within(question).getByRole('button', { name: 'No, stay here' }));
    expect(findQuestion()).toBeNull();
    expect(unload()).toBe(true);
  });

  test('by a link to this page, or into another tab, does not ask', () => {
    const logo = showWithLogo(sent);
    // jsdom cannot navigate.
    const stop = (event: Event) => event.preventDefault();
    window.addEventListener('click', stop);
    logo.href = '#pay-by-mobile';
    fireEvent.click(logo);
    logo.href = '/';
    fireEvent.click(logo, { ctrlKey: true });
    logo.target = '_blank';
    fireEvent.click(logo);
    window.removeEventListener('click', stop);
    expect(findQuestion()).toBeNull();
  });

  test('by the browser does not ask before a TAC was sent', () => {
    show(null);
    expect(unload()).toBe(false);
  });

  test('by an accepted request for another TAC does not ask', async () => {
    const assign = spyOnLocation('assign');
    const accepted = { status: 200, text: async () => JSON.stringify({ next: '/view/dcb?refid=a' }) };
    globalThis.fetch = jest.fn().mockResolvedValue(accepted);
    show({ ...sent, resendAfter: page.serverTime });
    await userEvent.click(screen.getByTestId('resend-code'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/view/dcb?refid=a'));
    expect(unload()).toBe(false);
  });

  test('by a form of the page does not ask', () => {
    show(sent);
    expect(unload()).toBe(true);
    window.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(unload()).toBe(false);
  });
});

test('cancelling shows the warning of the specification', () => {
  show(sent);
  expect(screen.getByText(en.errors.leavePayByMobile)).toBeTruthy();
  expect(screen.getByTestId('confirm')).toBeTruthy();
});

test('lists an invalid number in the focused error summary until it is corrected', async () => {
  show(null);
  const number = screen.getByLabelText(en.payByMobile.mobileNumber);
  await userEvent.type(number, '0312345678');
  await userEvent.click(screen.getByTestId('send-code'));
  const summary = screen.getByTestId('error-summary');
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(summary.textContent).toContain(en.validation.mobileNumber);
  expect(number.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(number);
  await userEvent.type(number, '60120000001');
  await waitFor(() => expect(summary.textContent).toBe(''));
});

test('lists an invalid number of the resend form in the TAC form’s error summary', () => {
  show(sent, { ...emptyFormState, fieldErrors: { mobileNumber: en.validation.mobileNumber } });
  expect(screen.getByTestId('error-summary').textContent).toContain(en.validation.mobileNumber);
  expect(screen.getByLabelText(en.payByMobile.mobileNumber).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(en.payByMobile.tac).getAttribute('aria-invalid')).toBeNull();
});

test('another TAC is requested by script, and its refusal is listed at its form', async () => {
  const refusal = { fieldErrors: {}, formError: en.errors.tooManySends };
  const fetchMock = jest.fn().mockResolvedValue({ status: 422, text: async () => JSON.stringify(refusal) });
  globalThis.fetch = fetchMock;
  show({ ...sent, resendAfter: page.serverTime });
  await userEvent.click(screen.getByTestId('resend-code'));
  const [, ofResend] = await screen.findAllByTestId('error-summary');
  await waitFor(() => expect(document.activeElement).toBe(ofResend));
  expect(ofResend?.textContent).toBe(en.errors.tooManySends);
  const [action, { body }] = fetchMock.mock.calls[0];
  expect([action, String(body)]).toEqual([
    '/api/pay-by-mobile/send',
    `refid=${page.refid}&idempotencyKey=s&mobileNumber=60120000001`,
  ]);
});

test('empties a TAC that is refused, so that the right one can be typed, and keeps one that was not checked', async () => {
  const refusal = { fieldErrors: { tac: en.validation.tac }, formError: null };
  const fetchMock = jest.fn().mockResolvedValue({ status: 422, text: async () => JSON.stringify(refusal) });
  globalThis.fetch = fetchMock;
  show(sent);
  const code = screen.getByLabelText(en.payByMobile.tac);
  for (const wrong of ['000000', '111111']) {
    await userEvent.type(code, `${wrong}{Enter}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByTestId('error-summary')[0]));
    expect(code).toHaveProperty('value', '');
    expect(code.getAttribute('aria-invalid')).toBe('true');
  }
  expect(fetchMock.mock.calls.map(([, { body }]) => body.get('tac'))).toEqual(['000000', '111111']);
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(code, '123456{Enter}');
  await screen.findByText(en.errors.networkError);
  expect(code).toHaveProperty('value', '123456');
});

test('checks whether a TAC whose answer was lost has charged the payment, and then leads to its current step', async () => {
  const assign = spyOnLocation('assign').mockClear();
  const fetchMock = jest.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  globalThis.fetch = fetchMock;
  show(sent);
  await userEvent.type(screen.getByLabelText(en.payByMobile.tac), '123456{Enter}');
  await screen.findByText(en.errors.networkError);
  expect(screen.getAllByTestId('error-summary')[0]?.textContent).toContain(en.payment.attemptUnknown);
  const poll = (status: string) => {
    fetchMock.mockReset().mockResolvedValue({ ok: true, json: async () => ({ status }) });
    return act(async () => void window.dispatchEvent(new Event('online')));
  };
  await poll('pending');
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([`/api/payment/status?refid=${page.refid}`]);
  expect(assign).not.toHaveBeenCalled();
  await poll('successful');
  expect(assign).toHaveBeenCalledWith(`/view/dcb?refid=${page.refid}`);
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(false);
});

test('after too many wrong TACs shows only that, and the way to another method', () => {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <TacLockedScreen refid={page.refid} idempotencyKey="c" />
    </NextIntlClientProvider>,
  );
  expect(screen.getByTestId('error-summary').textContent).toBe(en.errors.tooManyAttempts);
  expect(screen.getByTestId('cancel').textContent).toBe(en.payByMobile.cancel);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByTestId('verify-code')).toBeNull();
  expect(screen.queryByTestId('resend-code')).toBeNull();
});
