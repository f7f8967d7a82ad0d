import { fireEvent, render, screen } from '@testing-library/react';
import { LeaveFrame } from './leave-frame';

const opened = {};

function show(openWindow: () => unknown) {
  jest.spyOn(window, 'open').mockImplementation(openWindow as typeof window.open);
  render(
    <form id="form" target="_top" onSubmit={(event) => event.preventDefault()}>
      <LeaveFrame formId="form" blocked="Please enable popups to continue" />
      <button>Go</button>
    </form>,
  );
  const form = document.querySelector('form');
  if (form === null) throw new Error('no form');
  return form;
}

const inFrame = (isFramed: boolean) =>
  jest.spyOn(window, 'self', 'get').mockReturnValue((isFramed ? opened : window) as Window & typeof globalThis);

afterEach(() => jest.restoreAllMocks());

test('in a window of its own the form stays there', () => {
  inFrame(false);
  const form = show(() => opened);
  fireEvent.submit(form);
  expect(window.open).not.toHaveBeenCalled();
  expect(form.target).toBe('_top');
});

test('in a frame it opens a window', () => {
  inFrame(true);
  const form = show(() => opened);
  fireEvent.submit(form);
  expect(window.open).toHaveBeenCalledWith('', 'account-link');
  expect(form.target).toBe('account-link');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a browser that refuses the window is told so, and can be asked again', () => {
  inFrame(true);
  const answers = [null, opened];
  const form = show(() => answers.shift());
  fireEvent.submit(form);
  expect(screen.getByRole('alert').textContent).toBe('Please enable popups to continue');
  expect(form.target).toBe('_top');
  fireEvent.submit(form);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(form.target).toBe('account-link');
});
