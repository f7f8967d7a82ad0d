import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { ConfirmationForm } from './confirmation-form';

const question = (
  <>
    <ConfirmationForm
      action="/api/payment/cancel"
      fields={{}}
      labels={{
        open: 'Cancel',
        title: 'Cancel?',
        text: 'Nothing is paid.',
        confirm: 'Yes',
        keep: 'No',
        offline: 'No connection.',
      }}
    />
    <a href="/help">Help</a>
  </>
);

const dialog = () => screen.getByRole('dialog', { hidden: true });
const focused = () => document.activeElement?.textContent;

test('its text is its description', () => {
  render(question);
  expect(document.getElementById(dialog().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Nothing is paid.',
  );
});

describe('in a browser with popovers', () => {
  // jsdom has none.
  beforeEach(() => Object.assign(HTMLElement.prototype, { popover: null }));
  afterEach(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'));

  test('Tab stays inside, which is said', async () => {
    render(question);
    expect(dialog().getAttribute('aria-modal')).toBe('true');
    screen.getByRole('button', { name: 'No', hidden: true }).focus();
    await userEvent.tab();
    expect(focused()).toBe('Yes');
    await userEvent.tab();
    expect(focused()).toBe('No');
    await userEvent.tab({ shift: true });
    expect(focused()).toBe('Yes');
    await userEvent.tab({ shift: true });
    expect(focused()).toBe('No');
  });

  test('Tab moves from its text to a button', async () => {
    render(question);
    dialog().focus();
    await userEvent.tab({ shift: true });
    expect(focused()).toBe('No');
  });

  test('without scripts it is not said to be modal', () => {
    expect(renderToString(question)).not.toContain('aria-modal');
  });
});

test('in a browser without popovers the question is a part of the page, which Tab leaves', async () => {
  render(question);
  expect(dialog().hasAttribute('aria-modal')).toBe(false);
  screen.getByRole('button', { name: 'Yes' }).focus();
  await userEvent.tab();
  expect(focused()).toBe('Help');
});

test('posts nothing offline, and says so until it is confirmed online', () => {
  render(question);
  const posted: boolean[] = [];
  const leave = (event: Event) => {
    posted.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('submit', leave);
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const status = () => screen.getByRole('status', { hidden: true }).textContent;
  fireEvent.submit(document.forms[0]!);
  expect(status()).toBe('No connection.');
  onLine.mockReturnValue(true);
  fireEvent.submit(document.forms[0]!);
  expect(status()).toBe('');
  expect(posted).toEqual([false, true]);
  document.removeEventListener('submit', leave);
  onLine.mockRestore();
});
