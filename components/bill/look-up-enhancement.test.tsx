import '@testing-library/jest-dom';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import { enhanceLookUp } from './look-up-enhancement';

const words = {
  'validation.accountNumberFormat': 'Enter valid account number',
  'errors.networkError': 'Network Error',
  'errors.requestAborted': 'Request aborted',
  'errors.timeoutExceeded': 'timeout of {ms}ms exceeded',
  'errors.technical': 'Technical error occurred. Try again later.',
};

const load = jest.fn();
const ask = jest.fn();
let undo: (() => void) | undefined;

beforeEach(() => {
  load.mockReset().mockImplementation(async () => (form: HTMLFormElement) => {
    undo = enhanceLookUp(form, words);
    return undo;
  });
  ask.mockReset();
  Object.assign(globalThis, { fetch: ask });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(() => undo?.());

/** The form as the server renders it. */
function show() {
  render(
    <>
      <form id="look-up" action="http://localhost/api/bill/lookup" noValidate>
        <ErrorSummary title="Please check the following" problems={[]} />
        <input type="hidden" name="idempotencyKey" defaultValue="first" />
        <Field name="accountNumber" label="Account number" hint="10 digits" />
        <Button>View bill</Button>
      </form>
      <FormEnhancer formId="look-up" load={load} />
    </>,
  );
  return { field: screen.getByLabelText('Account number'), button: screen.getByRole('button', { name: 'View bill' }) };
}

const answer = (body: unknown, status = 200) => ({ status, text: async () => JSON.stringify(body) });
const summary = () => screen.getByTestId('error-summary');

async function typeAndSend(text: string) {
  const { field } = show();
  await userEvent.type(field, text);
  await userEvent.keyboard('{Enter}');
  return field;
}

test('the code is fetched when the form is first touched, once, and typing is kept', async () => {
  const { field } = show();
  expect(load).not.toHaveBeenCalled();
  await userEvent.type(field, '123');
  await userEvent.type(field, '4');
  expect(load).toHaveBeenCalledTimes(1);
  expect(field).toHaveValue('1234');
});

test('a wrong field says so when it is left, an empty one does not yet', async () => {
  const { field } = show();
  await userEvent.click(field);
  await userEvent.tab();
  expect(field).not.toHaveAttribute('aria-invalid');
  await userEvent.type(field, '12');
  await userEvent.tab();
  await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
  expect(field).toHaveAccessibleDescription('10 digits Enter valid account number');
  await userEvent.type(field, '34567801');
  await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid'));
  expect(field).toHaveAccessibleDescription('10 digits');
});

test('a wrong form is not sent: the summary names the field, which has the focus', async () => {
  const field = await typeAndSend('12');
  await waitFor(() => expect(summary()).toBeVisible());
  expect(screen.getByRole('link', { name: 'Enter valid account number' })).toHaveAttribute('href', '#accountNumber');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('12');
  expect(ask).not.toHaveBeenCalled();
});

test('what the server refuses is shown beside the field, and the next sending has a key of its own', async () => {
  ask.mockResolvedValue(answer({ fieldErrors: { accountNumber: 'Invalid account number' }, formError: null }, 422));
  const field = await typeAndSend('1234567840');
  await waitFor(() => expect(field).toHaveAccessibleDescription('10 digits Invalid account number'));
  expect(field).toHaveFocus();
  const [address, request] = ask.mock.calls[0];
  expect(address).toBe('http://localhost/api/bill/lookup');
  expect(String(request.body)).toBe('idempotencyKey=first&accountNumber=1234567840');
  expect(request.headers).toEqual({ accept: 'application/json' });
  expect(document.querySelector('[name="idempotencyKey"]')).not.toHaveValue('first');
});

test.each([
  ['Network Error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['Request aborted', () => Promise.reject(new DOMException('', 'AbortError'))],
  ['timeout of 40000ms exceeded', () => Promise.reject(new DOMException('', 'TimeoutError'))],
  ['Technical error occurred. Try again later.', async () => ({ status: 500, text: async () => '<html>' })],
])('%s is said, what was typed is kept, and the key stays', async (message, respond) => {
  ask.mockImplementation(respond);
  const field = await typeAndSend('1234567801');
  await waitFor(() => expect(summary()).toHaveTextContent(message));
  expect(summary()).toHaveFocus();
  expect(field).toHaveValue('1234567801');
  expect(document.querySelector('[name="idempotencyKey"]')).toHaveValue('first');
});

test('a second press while the first is under way sends nothing', async () => {
  ask.mockReturnValue(new Promise(() => undefined));
  await typeAndSend('1234567801');
  const button = document.querySelector('button');
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  await userEvent.keyboard('{Enter}');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('an answer that leads off this site is not followed', async () => {
  ask.mockResolvedValue(answer({ next: '//evil.example' }));
  await typeAndSend('1234567801');
  await waitFor(() => expect(summary()).toHaveTextContent('Technical error occurred. Try again later.'));
});
