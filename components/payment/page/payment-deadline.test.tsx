import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { useRef } from 'react';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { StickyBar } from '@/components/ui/sticky-bar';
import en from '@/messages/en.json';
import { PaymentDeadline } from './payment-deadline';
import { PaymentTimeProvider } from './payment-time';
import { TimeWarning } from './time-warning';

jest.mock('@/components/ui/countdown/page-age', () => ({ pageAge: () => 0 }));

const fetchMock = jest.fn();
beforeEach(() => void Object.assign(globalThis, { fetch: fetchMock.mockReset() }));
afterEach(() => jest.restoreAllMocks());

const texts = ['Pay before 9:15 pm', 'Pay before 9:20 pm', 'Pay before 9:25 pm'];
function Bar() {
  const payButton = useRef<HTMLButtonElement>(null);
  return (
    <StickyBar note={<TimeWarning payButton={payButton} />}>
      <button ref={payButton}>Pay</button>
    </StickyBar>
  );
}
const show = (shown: readonly string[] = texts, remaining = 900_000) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <PaymentTimeProvider remaining={remaining} extensionsLeft={shown.length - 1}>
        <PaymentDeadline refid="ref" texts={shown} />
        <Bar />
      </PaymentTimeProvider>
    </NextIntlClientProvider>,
  );
const respond = (body: object, status = 200) =>
  fetchMock.mockResolvedValueOnce({ status, text: async () => JSON.stringify(body) });
const sentFields = (): Record<string, string> => Object.fromEntries(fetchMock.mock.calls.at(-1)?.[1].body ?? []);
/** What the live regions say. */
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const press = () => userEvent.click(screen.getByTestId('more-time'));

test('shows more time as often as the payer gets it', async () => {
  show();
  expect([screen.getByText(texts[0]!), screen.getByRole('timer').textContent]).toEqual([expect.anything(), '15:00']);
  for (const [index, time] of ['20:00', '25:00'].entries()) {
    respond({ next: '/epayment/entry?refid=ref' });
    await press();
    await screen.findByText(texts[index + 1]!);
    // The timer counts once a second.
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe(time), { timeout: 3_000 });
    expect(sentFields()).toEqual({ refid: 'ref', extensionsLeft: String(2 - index) });
    expect(document.activeElement?.textContent).toBe(texts[index + 1]);
    // The paragraph with the focus says it.
    expect(said()).toEqual([]);
  }
  expect(screen.queryByTestId('more-time')).toBeNull();
});

test('a payment that has ended leads to its result', async () => {
  const assign = spyOnLocation('assign');
  show();
  respond({ next: '/cancelPayment?refid=ref' });
  await press();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/cancelPayment?refid=ref'));
  expect(screen.getByRole('timer').textContent).toBe('15:00');
});

test('a refusal is shown, and nothing changes', async () => {
  show();
  respond({ fieldErrors: {}, formError: en.errors.paymentInProgress }, 422);
  await press();
  await screen.findByText(en.errors.paymentInProgress);
  expect(screen.getByRole('timer').textContent).toBe('15:00');
});

test('the warning beside the pay button gets more time, too, and goes away', async () => {
  show(texts, 200_000);
  const warning = await screen.findByTestId('time-warning', {}, { timeout: 3_000 });
  respond({ next: '/epayment/entry?refid=ref' });
  await userEvent.click(within(warning).getByRole('button', { name: en.payment.moreTime }));
  await waitFor(() => expect(screen.getAllByText(texts[1]!)).not.toEqual([]));
  expect(sentFields()).toEqual({ refid: 'ref', extensionsLeft: '2' });
  await waitFor(() => expect(screen.queryByTestId('time-warning')).toBeNull(), { timeout: 3_000 });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }));
  expect(said()).toEqual([texts[1]]);
});

test('is not offered where there is none', () => {
  show(texts.slice(0, 1));
  expect(screen.queryByTestId('more-time')).toBeNull();
});
