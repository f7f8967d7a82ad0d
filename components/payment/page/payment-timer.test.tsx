import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { spyOnLocation } from '@/components/ui/location.fixture';
import en from '@/messages/en.json';
import { PaymentTimeProvider } from './payment-time';
import { PaymentTimer } from './payment-timer';
import { TimeWarning } from './time-warning';

let mockAge = 0;
jest.mock('@/components/ui/countdown/page-age', () => ({ pageAge: () => mockAge }));

let reload: ReturnType<typeof spyOnLocation>;
beforeEach(() => {
  jest.useFakeTimers();
  reload = spyOnLocation('reload');
  mockAge = 0;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const show = (remaining: number, extensionsLeft = 0) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <PaymentTimeProvider remaining={remaining} extensionsLeft={extensionsLeft}>
        <PaymentTimer />
        <TimeWarning payButton={{ current: null }} />
      </PaymentTimeProvider>
    </NextIntlClientProvider>,
  );

function waitUntil(milliseconds: number) {
  mockAge = milliseconds;
  act(() => jest.advanceTimersByTime(1_000));
}

const clock = () => screen.getByRole('timer');
const announced = () => screen.getByRole('status').textContent;
const isHighlighted = () => clock().className.includes('text-danger');

test('counts down, announces five, two and one minutes, and is highlighted in the last minute', () => {
  show(305_000);
  expect([clock().textContent, announced(), isHighlighted()]).toEqual(['5:05', '', false]);
  waitUntil(4_000);
  expect([clock().textContent, announced()]).toEqual(['5:01', '']);
  waitUntil(5_500);
  expect([clock().textContent, announced()]).toEqual(['5:00', 'Less than 5 minutes left to pay']);
  waitUntil(185_500);
  expect([clock().textContent, announced(), isHighlighted()]).toEqual([
    '2:00',
    'Less than 2 minutes left to pay',
    false,
  ]);
  waitUntil(246_000);
  expect([clock().textContent, announced(), isHighlighted()]).toEqual(['0:59', 'Less than 1 minute left to pay', true]);
});

test('is highlighted on a page opened near the end and announces nothing before it counts', () => {
  show(59_000);
  expect([isHighlighted(), announced()]).toEqual([true, '']);
});

test('the warning beside the pay button is visible in the last five minutes, with its own clock', () => {
  show(305_000);
  expect(screen.queryByTestId('time-warning')).toBeNull();
  waitUntil(5_500);
  const warning = () => screen.getByTestId('time-warning');
  expect(warning().textContent).toBe('5:00 left');
  expect(warning().className).toContain('text-warning');
  waitUntil(246_000);
  expect(warning().textContent).toBe('0:59 left');
  expect(warning().className).toContain('text-danger');
});

test('the warning offers more time as long as there is more', () => {
  show(100_000, 1);
  waitUntil(1_000);
  // The form of the order summary, by its id.
  expect(screen.getByRole('button', { name: en.payment.moreTime }).getAttribute('form')).toBe('more-time');
});

test('reloads the page once at zero', () => {
  show(10_000);
  waitUntil(9_500);
  expect(reload).not.toHaveBeenCalled();
  waitUntil(10_000);
  expect(clock().textContent).toBe('0:00');
  waitUntil(12_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('reloads a page whose time is already up after five seconds', () => {
  show(-1_000);
  waitUntil(4_000);
  expect([clock().textContent, reload.mock.calls.length]).toEqual(['0:00', 0]);
  waitUntil(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
