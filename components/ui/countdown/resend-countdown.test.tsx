import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ResendCountdown } from './resend-countdown';

let age = 0;
jest.mock('./page-age', () => ({ pageAge: () => age }));

const showButton = (seconds = 3) => (
  <ResendCountdown
    countdownLabel="Again in"
    seconds={seconds}
    endsAt="2026-11-21T12:00:03Z"
    availableText="Available from 8:00 pm"
    endedText="You can ask now"
  >
    {(isEarly) => (
      <button data-testid="resend-code" disabled={isEarly}>
        Send a new code
      </button>
    )}
  </ResendCountdown>
);

beforeEach(() => {
  age = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

function passSeconds(seconds: number) {
  age += seconds * 1_000;
  act(() => jest.advanceTimersByTime(seconds * 1_000));
}

test('is disabled and counts down until another code may be requested', () => {
  render(showButton());
  expect(screen.getByTestId('resend-countdown').textContent).toContain('0:03');
  expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', true);
  passSeconds(2);
  expect(screen.getByTestId('resend-countdown').textContent).toContain('0:01');
  expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', true);
  expect(screen.getByRole('status').textContent).toBe('');
  passSeconds(1);
  expect(screen.getByRole('status').textContent).toBe('You can ask now');
  expect(screen.getByTestId('resend-countdown').textContent).toContain('0:00');
  expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', false);
});

test('is enabled without scripts and shows when another code may be requested', () => {
  const html = renderToString(showButton());
  expect(html).not.toContain('disabled=""');
  expect(html).toContain('Available from 8:00 pm');
});

test('says nothing where another code may be requested at once', () => {
  render(showButton(0));
  passSeconds(1);
  expect(screen.getByTestId('resend-code')).toHaveProperty('disabled', false);
  expect(screen.getByRole('status').textContent).toBe('');
});
