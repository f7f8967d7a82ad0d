import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { OfflineGuard } from './offline-guard';

const text = 'No internet connection.';

/** What the browser left the page by, which jsdom does not do. */
let left: string[] = [];

function leave(event: Event) {
  if (!event.defaultPrevented) left.push(event.type);
  event.preventDefault();
}

beforeEach(() => {
  left = [];
  render(
    <>
      <OfflineGuard text={text} />
      <a href="/pay">Pay</a>
      <a href="#top">Top</a>
      <a href="https://shop.example/done">Return to shop</a>
      <a href="https://chat.example/" target="_blank" rel="noreferrer">
        Chat
      </a>
      <a href="tel:+60312345678">Call</a>
      <a href="/pay" onClick={(event) => event.preventDefault()}>
        Own
      </a>
      <form method="post" action="/api/language">
        <button type="submit">Malay</button>
      </form>
    </>,
  );
  // After the guard's own listeners.
  for (const type of ['click', 'submit']) window.addEventListener(type, leave);
});
afterEach(() => {
  for (const type of ['click', 'submit']) window.removeEventListener(type, leave);
  jest.restoreAllMocks();
});

function setOnline(isOnline: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
}

const status = () => screen.queryByRole('alert')?.textContent ?? '';
const submit = () => {
  const button = screen.getByRole('button');
  fireEvent(button.closest('form')!, new SubmitEvent('submit', { submitter: button, bubbles: true, cancelable: true }));
};

test('online every link and form leaves the page', () => {
  fireEvent.click(screen.getByText('Pay'));
  submit();
  expect(left).toEqual(['click', 'submit']);
  expect(status()).toBe('');
});

test.each([
  ['a link', () => fireEvent.click(screen.getByText('Pay'))],
  ['a link to another site', () => fireEvent.click(screen.getByText('Return to shop'))],
  ['a form', submit],
])('%s that is pressed offline keeps the page, says so, and is pressed once there is a connection', (_name, press) => {
  setOnline(false);
  press();
  expect(left).toEqual([]);
  expect(status()).toBe(text);
  setOnline(true);
  fireEvent(window, new Event('online'));
  expect(left.length).toBeGreaterThan(0);
  // What opens a download stays on the page.
  expect(status()).toBe('');
  left = [];
  fireEvent(window, new Event('online'));
  expect(left).toEqual([]);
});

test('offline a form that its component posts takes the place of a link', () => {
  setOnline(false);
  fireEvent.click(screen.getByText('Pay'));
  expect(status()).toBe(text);
  const form = screen.getByRole('button').closest('form')!;
  form.addEventListener('submit', (event) => event.preventDefault(), { once: true });
  submit();
  expect(status()).toBe('');
  setOnline(true);
  fireEvent(window, new Event('online'));
  expect(left).toEqual([]);
});

test.each(['Top', 'Chat', 'Call', 'Own'])('offline the link %p is left to the browser, or to its component', (name) => {
  setOnline(false);
  fireEvent.click(screen.getByText(name));
  expect(status()).toBe('');
});

describe('a page that a script loads', () => {
  const load = {
    destination: { url: 'https://pay.example/bill', sameDocument: false },
    formData: null,
    navigationType: 'push',
  };
  // The Navigation API, which jsdom does not have.
  const navigation = new EventTarget();
  beforeEach(() => {
    cleanup();
    Object.assign(window, { navigation });
    render(<OfflineGuard text={text} />);
  });
  afterEach(() => void Reflect.deleteProperty(window, 'navigation'));

  function navigate(init: object = {}): boolean {
    const event = Object.assign(new Event('navigate', { cancelable: true }), load, init);
    act(() => void navigation.dispatchEvent(event));
    return !event.defaultPrevented;
  }

  test('online it is left to the browser', () => {
    expect(navigate()).toBe(true);
    expect(status()).toBe('');
  });

  test('offline it is loaded once there is a connection', () => {
    const assign = spyOnLocation('assign');
    setOnline(false);
    expect(navigate()).toBe(false);
    expect(status()).toBe(text);
    setOnline(true);
    fireEvent(window, new Event('online'));
    fireEvent(window, new Event('online'));
    expect(assign.mock.calls).toEqual([['https://pay.example/bill']]);
    expect(status()).toBe('');
  });

  test.each([
    ['the back button', { navigationType: 'traverse' }],
    ['a part of the same page', { destination: { url: 'https://pay.example/#top', sameDocument: true } }],
    ['a posted form', { formData: new FormData() }],
  ])('offline %s is left to the browser', (_name, init) => {
    setOnline(false);
    expect(navigate(init)).toBe(true);
    expect(status()).toBe('');
  });
});
