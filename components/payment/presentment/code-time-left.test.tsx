import { act, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { CodeTimeLeft } from './code-time-left';

let mockAge = 0;
jest.mock('@/components/ui/countdown/page-age', () => ({ pageAge: () => mockAge }));

beforeEach(() => {
  jest.useFakeTimers();
  mockAge = 0;
});
afterEach(() => jest.useRealTimers());

const minute = 60_000;
const day = 24 * 60 * minute;

const show = (remaining: number) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <CodeTimeLeft remaining={remaining} />
    </NextIntlClientProvider>,
  );

function announcedAfter(milliseconds: number) {
  mockAge = milliseconds;
  act(() => jest.advanceTimersByTime(1_000));
  return screen.getByRole('status').textContent;
}

// Longer than 2^31 ms, which is as long as a timer of a browser can be.
test.each([10 * minute, 30 * day])('a code of %d ms: five, two and one minutes left are announced', (remaining) => {
  show(remaining);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(announcedAfter(1_000)).toBe('');
  expect(announcedAfter(remaining - 5 * minute - 1)).toBe('');
  expect(announcedAfter(remaining - 5 * minute)).toBe('Less than 5 minutes left to pay');
  expect(announcedAfter(remaining - 2 * minute)).toBe('Less than 2 minutes left to pay');
  expect(announcedAfter(remaining - minute)).toBe('Less than 1 minute left to pay');
});

test('an expired code is not announced again: the page changes by itself', () => {
  show(minute);
  announcedAfter(1_000);
  expect(announcedAfter(2 * minute)).toBe('Less than 1 minute left to pay');
});
