import { act, render, screen } from '@testing-library/react';
import { PaymentClock } from './payment-clock';
import { PaymentTimer } from './payment-timer';

let age = 0;
jest.mock('@/components/ui/page-age', () => ({ ageOfPage: () => age }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function waitUntil(milliseconds: number) {
  age = milliseconds;
  act(() => jest.advanceTimersByTime(1_000));
}

test('the clock that the server wrote counts down, speaks at its moments, and stands out near its end', () => {
  age = 0;
  const announcements = [
    { secondsLeft: 120, text: 'two minutes' },
    { secondsLeft: 60, text: 'one minute' },
  ];
  render(
    <>
      <PaymentClock remaining={125_000} />
      <PaymentTimer remaining={125_000} announcements={announcements} />
    </>,
  );
  const [clock, spoken] = [screen.getByRole('timer'), screen.getByRole('status')];
  expect([clock.textContent, spoken.textContent]).toEqual(['2:05', '']);
  waitUntil(5_500);
  expect([clock.textContent, spoken.textContent, clock.className.includes('text-danger')]).toEqual([
    '2:00',
    'two minutes',
    false,
  ]);
  waitUntil(66_000);
  expect([clock.textContent, spoken.textContent, clock.className.includes('text-danger')]).toEqual([
    '0:59',
    'one minute',
    true,
  ]);
});

test('a page that is opened near the end stands out at once', () => {
  render(<PaymentClock remaining={59_000} />);
  expect(screen.getByRole('timer').className).toContain('text-danger');
});
