import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { EnableForm } from './enable-form';

const opened = {};

function show(openWindow: () => unknown, leavesFrame = true) {
  jest.spyOn(window, 'open').mockImplementation(openWindow as typeof window.open);
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <EnableForm refid="refid" leavesFrame={leavesFrame} idempotencyKey="key">
        <button>Go</button>
      </EnableForm>
    </NextIntlClientProvider>,
  );
  const form = screen.getByRole('button').closest('form');
  if (form === null) throw new Error('no form');
  return form;
}

/** Submits the form and returns whether the browser would go on. */
function submit(form: HTMLFormElement): boolean {
  const event = createEvent.submit(form);
  fireEvent(form, event);
  return !event.defaultPrevented;
}

const inFrame = (isFramed: boolean) =>
  jest.spyOn(window, 'self', 'get').mockReturnValue((isFramed ? opened : window) as Window & typeof globalThis);

afterEach(() => jest.restoreAllMocks());

test('outside a frame is submitted in the same window', () => {
  inFrame(false);
  const form = show(() => opened);
  expect(submit(form)).toBe(true);
  expect(window.open).not.toHaveBeenCalled();
  expect(form.target).toBe('_top');
});

test('in a frame without account linking is submitted in the frame', () => {
  inFrame(true);
  const form = show(() => opened, false);
  expect(submit(form)).toBe(true);
  expect(window.open).not.toHaveBeenCalled();
  expect(form.target).toBe('');
});

test('in a frame opens a window for account linking', () => {
  inFrame(true);
  const form = show(() => opened);
  expect(submit(form)).toBe(true);
  expect(window.open).toHaveBeenCalledWith('', 'account-link');
  expect(form.target).toBe('account-link');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('asks to enable popups when the window is blocked, and can be submitted again', () => {
  inFrame(true);
  const windows = [null, opened];
  const form = show(() => windows.shift());
  expect(submit(form)).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('Please enable popups to continue');
  expect(form.target).toBe('_top');
  expect(submit(form)).toBe(true);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(form.target).toBe('account-link');
});
