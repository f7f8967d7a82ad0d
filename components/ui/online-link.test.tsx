import { fireEvent, render, screen } from '@testing-library/react';
import { ConfirmationForm } from './confirmation-form';
import { OnlineLink } from './online-link';

const offlineText = 'No internet connection.';

/** Whether the browser left the page by the last click or submission, which jsdom does not do. */
let hasLeft = false;

function leave(event: Event) {
  hasLeft = !event.defaultPrevented;
  event.preventDefault();
}

beforeEach(() => {
  hasLeft = false;
  for (const type of ['click', 'submit']) document.addEventListener(type, leave);
});
afterEach(() => {
  for (const type of ['click', 'submit']) document.removeEventListener(type, leave);
  jest.restoreAllMocks();
});

function setOnline(isOnline: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
}

const pressLink = () => fireEvent.click(screen.getByRole('link', { name: 'Check the status' }));
const confirmCancellation = () => fireEvent.submit(document.forms[0]!);
const status = () => screen.getByRole('status', { hidden: true }).textContent;

const link = (
  <OnlineLink href="/bankResultFPX" offlineText={offlineText}>
    Check the status
  </OnlineLink>
);
const confirmation = (
  <ConfirmationForm
    action="/api/payment/cancel"
    fields={{}}
    labels={{ open: 'Cancel', title: 'Cancel?', text: '', confirm: 'Yes', keep: 'No', offline: offlineText }}
  />
);

describe.each([
  ['a link', link, pressLink],
  ['a confirmation', confirmation, confirmCancellation],
])('%s', (_name, element, press) => {
  test('leaves the page online', () => {
    render(element);
    press();
    expect(hasLeft).toBe(true);
    expect(status()).toBe('');
  });

  test('keeps the page offline and says so until it is pressed online', () => {
    render(element);
    setOnline(false);
    press();
    expect(hasLeft).toBe(false);
    expect(status()).toBe(offlineText);
    setOnline(true);
    press();
    expect(hasLeft).toBe(true);
    expect(status()).toBe('');
  });
});

test('a link that was followed offline opens once, when the browser is online again', () => {
  render(link);
  setOnline(false);
  pressLink();
  expect(hasLeft).toBe(false);
  setOnline(true);
  fireEvent(window, new Event('online'));
  expect(hasLeft).toBe(true);
  // What opens a download stays on the page.
  expect(status()).toBe('');
  hasLeft = false;
  fireEvent(window, new Event('online'));
  expect(hasLeft).toBe(false);
});
