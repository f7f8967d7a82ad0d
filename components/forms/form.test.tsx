import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { Profiler, type ComponentProps } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { billFormSchema } from '@/lib/domain/forms/bill-form';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { sen } from '@/lib/domain/money';
import en from '@/messages/en.json';
import { Form } from './form';
import { FormEventListenerContext } from './submission/form-event-listener';
import { emptyFormState, type FormState } from './form-state';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { RadioField, RadioGroupField } from './fields/radio-field';
import { solveProofOfWork } from './submission/solve-proof-of-work';
import { postByBrowser } from './submission/post-by-browser';
import { SubmitButton } from './submission/submit-button';
import { TextField } from './fields/text-field';

jest.mock('./submission/solve-proof-of-work', () => ({ solveProofOfWork: jest.fn() }));

const { validation, errors } = en;
const solve = jest.mocked(solveProofOfWork);
const fetchMock = jest.fn<
  Promise<unknown>,
  [string, { readonly body: URLSearchParams; readonly signal: AbortSignal }]
>();
const onAccepted = jest.fn();
/** The bodies of the requests, as they were when they were sent. */
let bodies: string[] = [];

beforeEach(() => {
  bodies = [];
  fetchMock.mockReset().mockReturnValue(new Promise(() => undefined));
  solve.mockReset();
  onAccepted.mockReset();
  Object.assign(globalThis, {
    fetch: (...request: Parameters<typeof fetchMock>) => {
      bodies.push(String(request[1].body));
      return fetchMock(...request);
    },
  });
  // jsdom has it for inputs only; React compares it while hydrating.
  Object.defineProperty(HTMLElement.prototype, 'autofocus', {
    configurable: true,
    get(this: HTMLElement) {
      return this.hasAttribute('autofocus');
    },
  });
});
afterEach(() => jest.restoreAllMocks());

type FormProps = Partial<ComponentProps<typeof Form>>;

/** A form of one field, as quick pay has it. */
function LookUp({ children, ...props }: FormProps) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form
        id="look-up"
        action="/api/bill/lookup"
        state={emptyFormState}
        fieldOrder={['accountNumber']}
        loadSchema={async () => lookupFormSchema}
        idempotencyKey="first"
        onAccepted={onAccepted}
        {...props}
      >
        {children ?? (
          <>
            <TextField name="accountNumber" label="Account number" hint="10 digits" />
            <SubmitButton>View bill</SubmitButton>
            <button formAction="/api/elsewhere">Elsewhere</button>
          </>
        )}
      </Form>
    </NextIntlClientProvider>
  );
}

const payBillContext: Parameters<typeof billFormSchema>[0] = {
  customerType: 'REGULAR',
  currentBalance: sen(13878),
  overdueBalance: sen(5000),
  outstanding: sen(13878),
  recentPayments: [],
  maximumAmount: sen(300_000),
  advanceLimit: sen(0),
  advanceLimitCustomerType: 'none',
  exactBalanceCustomerType: 'none',
};

/** A form with a choice, as the bill has it. */
function PayBill({ chosen = 'current', children, ...props }: FormProps & { chosen?: string | null }) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form
        id="pay-bill"
        action="/api/bill/pay"
        state={emptyFormState}
        fieldOrder={['payOption', 'email']}
        loadSchema={async () => billFormSchema(payBillContext)}
        onAccepted={onAccepted}
        {...props}
      >
        {children ?? (
          <>
            <RadioGroupField name="payOption" legend="How much">
              <RadioField
                name="payOption"
                value="current"
                label="Current balance"
                defaultChecked={chosen === 'current'}
              />
              <RadioField
                name="payOption"
                value="overdue"
                label="Overdue balance"
                defaultChecked={chosen === 'overdue'}
              />
              <RadioField name="payOption" value="other" label="Another amount" />
            </RadioGroupField>
            <TextField name="email" label="E-mail" />
            <SubmitButton>Pay</SubmitButton>
          </>
        )}
      </Form>
    </NextIntlClientProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Account number');
const button = () => screen.getByRole('button', { name: 'View bill' });
const summary = () => screen.getByTestId('error-summary');
const status = () => screen.getByRole('status').textContent;
const isInvalid = () => field().getAttribute('aria-invalid') === 'true';
const idempotencyKey = () => document.querySelector<HTMLInputElement>('[name="idempotencyKey"]')?.value;
const response = (body: unknown, statusCode = 200) => ({ status: statusCode, text: async () => JSON.stringify(body) });
const rejection = (rest: object, statusCode = 422) =>
  response({ fieldErrors: {}, formError: null, ...rest }, statusCode);
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const restorePage = (persisted: boolean) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));

async function typeAndSubmit(text: string, props: FormProps = {}) {
  render(<LookUp {...props} />);
  await userEvent.type(field(), `${text}{Enter}`);
}

describe('the error summary while a field is edited', () => {
  /** The summary's links as each change has left them: what a screen reader is told. */
  function watchSummary() {
    const seen: string[][] = [];
    const read = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
    const observer = new MutationObserver(() => seen.push(read()));
    observer.observe(summary(), { subtree: true, childList: true, characterData: true });
    return { seen, read };
  }

  test('says nothing new at a key press, and what is still wrong once the field is left', async () => {
    const fieldErrors = { accountNumber: validation.accountNumberUnknown };
    render(<LookUp state={{ ...emptyFormState, fieldErrors }} />);
    const { seen, read } = watchSummary();
    expect(read()).toEqual([validation.accountNumberUnknown]);
    await userEvent.type(field(), '12');
    await userEvent.tab();
    await userEvent.type(field(), '3');
    await waitFor(() => expect(summary().hidden).toBe(true));
    seen.length = 0;
    await userEvent.type(field(), '4');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { description: `10 digits ${validation.accountNumberFormat}` })).toBe(field()),
    );
    await settle();
    expect(seen).toEqual([]);
    await userEvent.tab();
    await waitFor(() => expect(read()).toEqual([validation.accountNumberFormat]));
  });

  test('before the first submission is said only, and takes no space', async () => {
    render(<LookUp />);
    await userEvent.type(field(), '12');
    await userEvent.tab();
    await waitFor(() => expect(summary().textContent).toContain(validation.accountNumberFormat));
    expect(summary().className).toBe('sr-only');
    expect(screen.queryAllByRole('link')).toEqual([]);
    await userEvent.type(field(), '{Enter}');
    await waitFor(() => expect(screen.getByRole('link').textContent).toBe(validation.accountNumberFormat));
    expect(summary().className).not.toBe('sr-only');
  });

  test('lists it at the next submission, which moves the focus to it', async () => {
    await typeAndSubmit('12');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    await userEvent.type(field(), '3');
    await waitFor(() => expect(summary().hidden).toBe(true));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    expect(watchSummary().read()).toEqual([validation.accountNumberFormat]);
  });

  test('keeps the messages of the other fields', async () => {
    render(<PayBill chosen={null} />);
    await userEvent.type(screen.getByLabelText('E-mail'), 'p{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    const { read } = watchSummary();
    const before = read();
    expect(before).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('E-mail'), 'a');
    await waitFor(() => expect(read()).toEqual(before.slice(0, 1)));
  });

  test('a press of the pointer that leaves the field is finished first', async () => {
    await typeAndSubmit('12');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    await userEvent.type(field(), '3');
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Elsewhere' }) });
    await settle();
    expect(summary().hidden).toBe(true);
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    await waitFor(() => expect(summary().hidden).toBe(false));
  });

  test('a tap that leaves the field is finished first: its mouse events follow the release of the pointer', async () => {
    await typeAndSubmit('12');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    await userEvent.type(field(), '3');
    fireEvent.pointerDown(window, { pointerType: 'touch' });
    fireEvent.pointerUp(window, { pointerType: 'touch' });
    fireEvent.mouseDown(window);
    act(() => field().blur());
    await settle();
    expect(summary().hidden).toBe(true);
    fireEvent.mouseUp(window);
    await waitFor(() => expect(summary().hidden).toBe(false));
  });
});

describe('validation in the browser', () => {
  test('an invalid field shows its error on blur and none after correction', async () => {
    render(<LookUp />);
    await userEvent.type(field(), '12');
    expect(isInvalid()).toBe(false);
    await userEvent.tab();
    await waitFor(() => expect(isInvalid()).toBe(true));
    expect(screen.getByRole('textbox', { description: `10 digits ${validation.accountNumberFormat}` })).toBe(field());
    await userEvent.type(field(), '34567801');
    await waitFor(() => expect(isInvalid()).toBe(false));
    expect(screen.getByRole('textbox', { description: '10 digits' })).toBe(field());
    expect(summary().hidden).toBe(true);
  });

  test('an empty field shows no error on blur', async () => {
    render(<LookUp />);
    await userEvent.click(field());
    await userEvent.tab();
    await settle();
    expect(isInvalid()).toBe(false);
  });

  test('a field that loses the focus to a pressed button is validated after the press', async () => {
    render(<LookUp />);
    await userEvent.type(field(), '12');
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Elsewhere' }) });
    await settle();
    expect(isInvalid()).toBe(false);
    fireEvent.pointerUp(window);
    await waitFor(() => expect(isInvalid()).toBe(true));
  });

  test('a group of radio buttons is validated when it loses the focus, not when the focus moves within it', async () => {
    const loadSchema = jest.fn(async () => billFormSchema(payBillContext));
    render(<PayBill loadSchema={loadSchema} />);
    await settle();
    const current = screen.getByLabelText('Current balance');
    fireEvent.blur(current, { relatedTarget: screen.getByLabelText('Overdue balance') });
    await settle();
    expect(loadSchema).not.toHaveBeenCalled();
    fireEvent.blur(current, { relatedTarget: screen.getByLabelText('E-mail') });
    await waitFor(() => expect(loadSchema).toHaveBeenCalled());
  });

  test('a group without a choice shows no error when it loses the focus, and one when the form is submitted', async () => {
    const loadSchema = jest.fn(async () => billFormSchema(payBillContext));
    render(<PayBill chosen={null} loadSchema={loadSchema} />);
    await settle();
    fireEvent.blur(screen.getByLabelText('Current balance'), { relatedTarget: screen.getByLabelText('E-mail') });
    await settle();
    expect(loadSchema).not.toHaveBeenCalled();
    expect(summary().hidden).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    await screen.findByRole('link', { name: validation.payOptionRequired });
  });

  test('a group that loses the focus to a pressed button is validated after the press', async () => {
    const loadSchema = jest.fn(async () => billFormSchema(payBillContext));
    render(<PayBill loadSchema={loadSchema} />);
    await settle();
    fireEvent.pointerDown(window);
    fireEvent.blur(screen.getByLabelText('Current balance'));
    await settle();
    expect(loadSchema).not.toHaveBeenCalled();
    fireEvent.pointerUp(window);
    await waitFor(() => expect(loadSchema).toHaveBeenCalled());
  });

  test('the schema is loaded once by any number of interactions without a change', async () => {
    const loadSchema = jest.fn(async () => lookupFormSchema);
    render(<LookUp loadSchema={loadSchema} />);
    await userEvent.click(field());
    await userEvent.click(button().parentElement!);
    await userEvent.click(field());
    await settle();
    expect(loadSchema).toHaveBeenCalledTimes(1);
  });

  test('an invalid form is not sent, and the focused summary links to the field', async () => {
    const onError = jest.fn();
    await typeAndSubmit('12', { onError });
    const link = await screen.findByRole('link', { name: validation.accountNumberFormat });
    expect(link.getAttribute('href')).toBe('#accountNumber');
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    expect(field().value).toBe('12');
    expect(fetchMock).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledWith({ field: 'accountNumber', message: '', isUnknown: false });
    await userEvent.click(button());
    await waitFor(() => expect(document.activeElement).toBe(summary()));
  });

  test('a form whose schema cannot be loaded is sent for the server to validate', async () => {
    const loadSchema = () => Promise.reject(new Error('chunk not found'));
    await typeAndSubmit('12', { loadSchema });
    await waitFor(() => expect(bodies).toEqual(['idempotencyKey=first&accountNumber=12']));
  });
});

test('a field is said to be required unless it is marked as optional', () => {
  render(
    <LookUp>
      <TextField name="email" label="Email" />
      <TextField name="phoneNumber" label="Phone" optionalLabel="optional" />
    </LookUp>,
  );
  const isRequired = (label: RegExp) => screen.getByLabelText(label).getAttribute('aria-required');
  expect([isRequired(/^Email/), isRequired(/^Phone/)]).toEqual(['true', 'false']);
});

describe('submission', () => {
  test('sends the fields once during a submission', async () => {
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    await userEvent.click(button());
    await settle();
    expect(bodies).toEqual(['idempotencyKey=first&accountNumber=1234567801']);
    expect(fetchMock.mock.calls[0]).toMatchObject([
      '/api/bill/lookup',
      { method: 'POST', headers: { accept: 'application/json' } },
    ]);
  });

  test('two presses before the schema is loaded send one request', async () => {
    render(<LookUp />);
    fireEvent.input(field(), { target: { value: '1234567801' } });
    fireEvent.click(button());
    fireEvent.click(button());
    await settle();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('a press shows at once, while the schema is still loaded, and takes the last error away', async () => {
    let finishLoading: (schema: typeof lookupFormSchema) => void = () => undefined;
    const loadSchema = () => new Promise<typeof lookupFormSchema>((resolve) => (finishLoading = resolve));
    await typeAndSubmit('1234567801', { state: { ...emptyFormState, formError: errors.formExpired }, loadSchema });
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    expect(summary().hidden).toBe(true);
    await settle();
    expect(fetchMock).not.toHaveBeenCalled();
    await act(async () => finishLoading(lookupFormSchema));
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
  });

  test('an invalid form is busy only while it is validated', async () => {
    let finishLoading: (schema: typeof lookupFormSchema) => void = () => undefined;
    const loadSchema = () => new Promise<typeof lookupFormSchema>((resolve) => (finishLoading = resolve));
    await typeAndSubmit('12', { loadSchema });
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    await settle();
    await act(async () => finishLoading(lookupFormSchema));
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    expect(button().getAttribute('aria-busy')).toBeNull();
  });

  test('what the button says while busy is announced', async () => {
    let answer: (value: unknown) => void = () => undefined;
    fetchMock.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    render(
      <LookUp>
        <TextField name="accountNumber" label="Account number" />
        <SubmitButton busyLabel="Getting your bill…">View bill</SubmitButton>
      </LookUp>,
    );
    expect(status()).toBe('');
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(status()).toBe('Getting your bill…'));
    await act(async () => answer(rejection({ formError: errors.formExpired })));
    await waitFor(() => expect(status()).toBe(''));
  });

  test('an accepted form passes on the path of the response', async () => {
    fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('/pay/ebill'));
    expect(button().getAttribute('aria-busy')).toBe('true');
  });

  test('by default the path of the response is loaded', async () => {
    const assign = spyOnLocation('assign');
    fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
    await typeAndSubmit('1234567801', { onAccepted: undefined });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/pay/ebill'));
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'a response that leads to %s is not followed',
    async (next) => {
      fetchMock.mockResolvedValue(response({ next }));
      await typeAndSubmit('1234567801');
      await waitFor(() => expect(summary().textContent).toContain(errors.technical));
      expect(onAccepted).not.toHaveBeenCalled();
    },
  );

  test('field errors of the server are shown, and the next submission has a new idempotency key', async () => {
    const onError = jest.fn();
    fetchMock.mockResolvedValue(rejection({ fieldErrors: { accountNumber: validation.accountNumberUnknown } }));
    await typeAndSubmit('1234567840', { onError });
    await screen.findByRole('link', { name: validation.accountNumberUnknown });
    await waitFor(() => expect(document.activeElement).toBe(summary()));
    expect(isInvalid()).toBe(true);
    expect(onError).toHaveBeenCalledWith({
      field: 'accountNumber',
      message: validation.accountNumberUnknown,
      isUnknown: false,
    });
    expect(idempotencyKey()).toMatch(/^[\da-f-]{36}$/);
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    expect(bodies[1]).not.toContain('idempotencyKey=first&');
  });

  test('a server error of a field stays on blur and is cleared by a change', async () => {
    fetchMock.mockResolvedValue(rejection({ fieldErrors: { accountNumber: validation.accountNumberUnknown } }));
    await typeAndSubmit('1234567840');
    await waitFor(() => expect(isInvalid()).toBe(true));
    await userEvent.click(field());
    await userEvent.tab();
    await settle();
    expect(isInvalid()).toBe(true);
    await userEvent.type(field(), '{Backspace}1');
    await waitFor(() => expect(isInvalid()).toBe(false));
    expect(summary().hidden).toBe(true);
  });

  test('a form error of the server is shown without the title of the field errors', async () => {
    const onError = jest.fn();
    fetchMock.mockResolvedValue(rejection({ formError: errors.formExpired }));
    await typeAndSubmit('1234567801', { onError });
    await waitFor(() => expect(summary().textContent).toBe(errors.formExpired));
    expect(document.activeElement).toBe(summary());
    expect(onError).toHaveBeenCalledWith({ field: null, message: errors.formExpired, isUnknown: false });
    expect(idempotencyKey()).not.toBe('first');
  });

  test('a form error is cleared by an accepted submission', async () => {
    fetchMock.mockResolvedValueOnce(rejection({ formError: errors.formExpired }));
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(summary().hidden).toBe(false));
    await userEvent.click(button());
    await waitFor(() => expect(summary().hidden).toBe(true));
  });

  test.each([
    ['Network Error', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['Request aborted', () => Promise.reject(new DOMException('', 'AbortError'))],
    ['timeout of 40000ms exceeded', () => Promise.reject(new DOMException('', 'TimeoutError'))],
    ['Technical error occurred. Try again later.', async () => ({ status: 500, text: async () => '<h1>Error</h1>' })],
  ])('%s is shown and reported to the listener, and the next submission has the same key', async (message, respond) => {
    fetchMock.mockImplementation(respond);
    const onError = jest.fn();
    const onSubmissionFailed = jest.fn();
    render(
      <FormEventListenerContext value={{ onSubmissionFailed }}>
        <LookUp onError={onError} />
      </FormEventListenerContext>,
    );
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(summary().querySelector('p')?.textContent).toBe(message));
    expect(document.activeElement).toBe(summary());
    expect(onSubmissionFailed.mock.calls).toEqual([[{ action: '/api/bill/lookup', message }]]);
    expect(onError).toHaveBeenCalledWith({ field: null, message, isUnknown: true });
    expect(field().value).toBe('1234567801');
    expect(button().getAttribute('aria-busy')).toBeNull();
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    expect(bodies[1]).toBe(bodies[0]);
  });

  test('a network error and a timeout come with what to do', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    const messageOf = async (props: FormProps) => {
      const { unmount } = render(<LookUp {...props} />);
      await userEvent.type(field(), '1234567801{Enter}');
      await waitFor(() => expect(summary().hidden).toBe(false));
      const text = summary().textContent;
      unmount();
      return text;
    };
    const advice = 'Check your connection, then press again.';
    expect(await messageOf({})).toBe(`Network Error${advice}`);
    expect(await messageOf({ advice: 'Press again.' })).toBe('Network ErrorPress again.');
    fetchMock.mockRejectedValue(new DOMException('', 'TimeoutError'));
    expect(await messageOf({})).toBe(`timeout of 40000ms exceeded${advice}`);
    fetchMock.mockRejectedValue(new DOMException('', 'AbortError'));
    expect(await messageOf({})).toBe('Request aborted');
  });

  describe('a request under way', () => {
    /** Answers when it is aborted, as `fetch` does. */
    const hang = () =>
      fetchMock.mockImplementation(
        (_url, { signal }) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () =>
              reject(signal.reason instanceof DOMException ? signal.reason : new Error()),
            ),
          ),
      );

    test('is aborted when the payer edits a field: it is said, the focus stays, and the next request is another', async () => {
      hang();
      await typeAndSubmit('1234567801');
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
      await userEvent.type(field(), '{Backspace}');
      await waitFor(() => expect(summary().textContent).toBe('Request aborted'));
      expect(document.activeElement).toBe(field());
      expect(summary().className).not.toBe('sr-only');
      expect(button().getAttribute('aria-busy')).toBeNull();
      fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
      await userEvent.type(field(), '2{Enter}');
      await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('/pay/ebill'));
      expect(bodies[1]).toContain('accountNumber=1234567802');
      expect(bodies[1]).not.toContain('idempotencyKey=first');
    });

    test('is aborted when the payer edits a field before it is sent, and the next press sends what is in the field', async () => {
      const prepare = jest.fn(async (fields: URLSearchParams) => fields);
      prepare.mockReturnValueOnce(new Promise(() => undefined));
      fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
      render(<LookUp prepare={prepare} />);
      await userEvent.type(field(), '1234567801{Enter}');
      await waitFor(() => expect(prepare).toHaveBeenCalledTimes(1));
      await userEvent.type(field(), '{Backspace}');
      await waitFor(() => expect(summary().textContent).toBe('Request aborted'));
      expect(button().getAttribute('aria-busy')).toBeNull();
      await userEvent.type(field(), '2{Enter}');
      await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('/pay/ebill'));
      expect(bodies).toHaveLength(1);
      expect(bodies[0]).toContain('accountNumber=1234567802');
    });

    describe('while it is being validated', () => {
      /** Submits one account number and changes it before the schema is loaded. */
      async function submitAndEdit(submitted: string, edited: string) {
        const onSubmissionFailed = jest.fn();
        let finishLoading: (schema: typeof lookupFormSchema) => void = () => undefined;
        const loadSchema = () => new Promise<typeof lookupFormSchema>((resolve) => (finishLoading = resolve));
        fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
        render(
          <FormEventListenerContext value={{ onSubmissionFailed }}>
            <LookUp loadSchema={loadSchema} />
          </FormEventListenerContext>,
        );
        await userEvent.type(field(), `${submitted}{Enter}`);
        await settle();
        fireEvent.input(field(), { target: { value: edited } });
        await act(async () => finishLoading(lookupFormSchema));
        await settle();
        // An attempt that was not sent is no failed request.
        expect(onSubmissionFailed).not.toHaveBeenCalled();
        expect(bodies).toEqual([]);
        expect(document.activeElement).toBe(field());
      }

      test('and is valid, is not sent: it is said', async () => {
        await submitAndEdit('1234567801', '1234567802');
        expect(summary().textContent).toBe(errors.requestAborted);
      });

      test('and is invalid, is not sent: its errors are shown, not that it was aborted', async () => {
        await submitAndEdit('12', '123');
        expect(isInvalid()).toBe(true);
        expect(summary().textContent).not.toContain(errors.requestAborted);
      });

      test('does not keep the next press from being sent', async () => {
        let finishLoading: (schema: typeof lookupFormSchema) => void = () => undefined;
        const loadSchema = () => new Promise<typeof lookupFormSchema>((resolve) => (finishLoading = resolve));
        await typeAndSubmit('1234567801', { loadSchema });
        await settle();
        const finishFirst = finishLoading;
        fireEvent.input(field(), { target: { value: '1234567802' } });
        fireEvent.click(button());
        await settle();
        await act(async () => finishFirst(lookupFormSchema));
        await act(async () => finishLoading(lookupFormSchema));
        await waitFor(() => expect(bodies).toHaveLength(1));
        expect(bodies[0]).toContain('accountNumber=1234567802');
        expect(summary().textContent).not.toContain(errors.requestAborted);
        expect(button().getAttribute('aria-busy')).toBe('true');
      });
    });

    test('is not aborted when a field is formatted only', async () => {
      hang();
      await typeAndSubmit('1234567801');
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
      for (const value of ['12 3456 7801', '1234-567-801']) fireEvent.input(field(), { target: { value } });
      expect(fetchMock.mock.calls[0]?.[1].signal.aborted).toBe(false);
      fireEvent.input(field(), { target: { value: '12 3456 7802' } });
      expect(fetchMock.mock.calls[0]?.[1].signal.aborted).toBe(true);
    });

    test('is aborted by `isAborted`: the focus stays, and the same request can be sent again', async () => {
      hang();
      const { rerender } = render(<LookUp />);
      await userEvent.type(field(), '1234567801{Enter}');
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
      rerender(<LookUp isAborted />);
      await waitFor(() => expect(summary().textContent).toBe('Request aborted'));
      expect(document.activeElement).toBe(field());
      expect(button().getAttribute('aria-busy')).toBeNull();
      await userEvent.click(button());
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
      expect(bodies[1]).toBe(bodies[0]);
    });

    test('is aborted when another form of the page is posted, for example the one that cancels', async () => {
      hang();
      await typeAndSubmit('1234567801');
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
      fireEvent(window, new Event('submit'));
      await waitFor(() => expect(summary().textContent).toBe('Request aborted'));
      expect(idempotencyKey()).toBe('first');
    });

    test('that is answered is not aborted by a later edit', async () => {
      fetchMock.mockResolvedValue(response({ next: '/pay/ebill' }));
      await typeAndSubmit('1234567801');
      await waitFor(() => expect(onAccepted).toHaveBeenCalledTimes(1));
      await userEvent.type(field(), '{Backspace}');
      expect(summary().textContent).not.toContain('Request aborted');
    });

    test('gives up after 40 seconds', async () => {
      jest.useFakeTimers({ advanceTimers: true });
      hang();
      render(<LookUp />);
      fireEvent.change(field(), { target: { value: '1234567801' } });
      fireEvent.click(button());
      await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
      await act(() => jest.advanceTimersByTimeAsync(39_000));
      expect(summary().textContent).toBe('');
      await act(() => jest.advanceTimersByTimeAsync(1_500));
      await waitFor(() => expect(summary().textContent).toMatch(/^timeout of 40000ms exceeded/));
      jest.useRealTimers();
    });
  });

  test('a server error keeps the idempotency key and has an unknown outcome', async () => {
    const onError = jest.fn();
    const onSubmissionFailed = jest.fn();
    fetchMock.mockResolvedValue(rejection({ formError: errors.initiateFailed }, 502));
    render(
      <FormEventListenerContext value={{ onSubmissionFailed }}>
        <LookUp onError={onError} />
      </FormEventListenerContext>,
    );
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(summary().textContent).toBe(errors.initiateFailed));
    expect(onError).toHaveBeenCalledWith({ field: null, message: errors.initiateFailed, isUnknown: true });
    expect(onSubmissionFailed.mock.calls).toEqual([[{ action: '/api/bill/lookup', message: errors.initiateFailed }]]);
    expect(idempotencyKey()).toBe('first');
  });

  test('after a lost response an edit makes the next request another one; the same fields are sent as the same request', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(summary().textContent).toContain(errors.networkError));
    await userEvent.click(button());
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toBe(bodies[0]);
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    await userEvent.type(field(), '{Backspace}2{Enter}');
    await waitFor(() => expect(bodies).toHaveLength(3));
    expect(bodies[2]).toContain('accountNumber=1234567802');
    expect(bodies[2]).not.toContain('idempotencyKey=first');
  });

  test.each([
    [{ formError: errors.paymentInProgress }, errors.paymentInProgress],
    [{ fieldErrors: { accountNumber: validation.accountNumberUnknown } }, validation.accountNumberUnknown],
  ])('the advice of a form is not shown with what the server has answered: %j', async (answer, message) => {
    fetchMock.mockResolvedValue(rejection(answer));
    await typeAndSubmit('1234567801', { advice: 'Press again.' });
    await waitFor(() => expect(summary().textContent).toContain(message));
    expect(summary().textContent).not.toContain('Press again.');
  });

  test('the advice of a form is shown where the server does not know the outcome', async () => {
    fetchMock.mockResolvedValue(rejection({ formError: errors.initiateFailed }, 502));
    await typeAndSubmit('1234567801', { advice: 'Press again.' });
    await waitFor(() => expect(summary().textContent).toBe(`${errors.initiateFailed}Press again.`));
  });

  test('the listener is not notified of rejections', async () => {
    const onSubmissionFailed = jest.fn();
    fetchMock.mockResolvedValue(rejection({ formError: errors.formExpired }));
    render(
      <FormEventListenerContext value={{ onSubmissionFailed }}>
        <LookUp />
      </FormEventListenerContext>,
    );
    await userEvent.type(field(), '1234567801{Enter}');
    await waitFor(() => expect(summary().hidden).toBe(false));
    expect(onSubmissionFailed).not.toHaveBeenCalled();
  });

  test('an exception in prepare shows a technical error, and the form can be sent again', async () => {
    const reported = jest.fn();
    Object.assign(globalThis, { reportError: reported });
    const prepare = jest.fn().mockRejectedValueOnce(new Error('a bug'));
    await typeAndSubmit('1234567801', { prepare });
    await waitFor(() => expect(summary().textContent).toBe(errors.technical));
    expect(reported).toHaveBeenCalledWith(new Error('a bug'));
    expect(button().getAttribute('aria-busy')).toBeNull();
    prepare.mockImplementation(async (fields: URLSearchParams) => fields);
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
  });

  test('a page restored from the back/forward cache can be submitted again', async () => {
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    restorePage(false);
    expect(button().getAttribute('aria-busy')).toBe('true');
    restorePage(true);
    expect(button().getAttribute('aria-busy')).toBeNull();
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
  });

  test('the browser submits a button with a formAction', async () => {
    const isFollowed: boolean[] = [];
    const follow = (event: SubmitEvent) => {
      isFollowed.push(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('submit', follow);
    render(<LookUp />);
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    window.removeEventListener('submit', follow);
    expect(isFollowed).toEqual([true]);
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('proof of work', () => {
  const challenge = { parameters: {}, signature: 'signed' };
  const request = () =>
    rejection({ formError: 'Too many tries', proofOfWork: { challenge, message: 'One moment' } }, 429);

  test('is announced, solved and sent with the same fields', async () => {
    let finish = (_solution: string) => undefined as void;
    solve.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    fetchMock.mockResolvedValueOnce(request()).mockResolvedValueOnce(response({ next: '/pay/ebill' }));
    const onProofOfWork = jest.fn();
    await typeAndSubmit('1234567801', { onProofOfWork });
    await waitFor(() => expect(status()).toBe('One moment'));
    expect(solve).toHaveBeenCalledWith(challenge);
    expect(button().getAttribute('aria-busy')).toBe('true');
    act(() => finish('solved'));
    await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('/pay/ebill'));
    expect(status()).toBe('');
    expect(onProofOfWork).toHaveBeenCalledWith('solved');
    const fields = 'idempotencyKey=first&accountNumber=1234567801';
    expect(bodies).toEqual([fields, `${fields}&captchaResponse=solved`]);
  });

  test('that is followed by a harder one is solved and sent too, in one press', async () => {
    solve.mockResolvedValueOnce('ordinary').mockResolvedValueOnce('hard');
    fetchMock
      .mockResolvedValueOnce(request())
      .mockResolvedValueOnce(request())
      .mockResolvedValueOnce(response({ next: '/pay/ebill' }));
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('/pay/ebill'));
    const fields = 'idempotencyKey=first&accountNumber=1234567801&captchaResponse=';
    expect(bodies.slice(1)).toEqual([`${fields}ordinary`, `${fields}hard`]);
  });

  test('that is asked for a third time shows the rejection', async () => {
    solve.mockResolvedValue('solved');
    fetchMock.mockImplementation(async () => request());
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(summary().textContent).toBe('Too many tries'));
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  test('that cannot be solved shows the rejection, and the form can be sent again', async () => {
    solve.mockResolvedValue(null);
    fetchMock.mockResolvedValue(request());
    await typeAndSubmit('1234567801');
    await waitFor(() => expect(summary().textContent).toBe('Too many tries'));
    expect(status()).toBe('');
    expect(button().getAttribute('aria-busy')).toBeNull();
    await userEvent.click(button());
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
  });
});

describe('server rendering', () => {
  const sent: FormState = {
    values: { accountNumber: '1234567840' },
    fieldErrors: { accountNumber: validation.accountNumberUnknown },
    formError: errors.formExpired,
  };
  let container: HTMLElement;

  /** The page as a browser without scripts shows it. */
  function renderOnServer(form: React.ReactNode) {
    container = document.createElement('div');
    container.innerHTML = renderToString(form);
    document.body.replaceChildren(container);
  }
  /** Hydrates the page and returns what React has reported. */
  async function hydrate(form: React.ReactNode) {
    const onRecoverableError = jest.fn();
    const root = await act(async () => hydrateRoot(container, form, { onRecoverableError }));
    unmount = () => act(() => root.unmount());
    return onRecoverableError;
  }
  let unmount = () => undefined as void;
  afterEach(() => unmount());

  describe('a group of radio buttons in error', () => {
    /** Each radio button: whether it is invalid, and the message that describes it. */
    const listRadios = () =>
      screen.getAllByRole<HTMLInputElement>('radio').map((radio) => {
        const id = radio.getAttribute('aria-describedby');
        return [radio.value, radio.getAttribute('aria-invalid'), id && document.getElementById(id)?.textContent];
      });

    test.each([
      [
        'about one choice: only that one has the message',
        { payOption: 'overdue' },
        'overdue',
        'Overdue is down until 9:00 pm',
      ],
      ['about no choice: each one has it', {}, null, 'This field is required'],
    ])('%s, before and after hydration', async (_name, values, choice, message) => {
      const state = { ...emptyFormState, values, fieldErrors: { payOption: message } };
      const expected = ['current', 'overdue', 'other'].map((value) => [
        ...[value, 'true', choice === null || choice === value ? message : null],
      ]);
      renderOnServer(<PayBill state={state} chosen={choice} />);
      expect(listRadios()).toEqual(expected);
      expect(screen.getAllByText(message, { selector: 'p span' })).toHaveLength(1);
      expect(await hydrate(<PayBill state={state} chosen={choice} />)).not.toHaveBeenCalled();
      expect(listRadios()).toEqual(expected);
    });

    test('its link leads to the first choice that is enabled, with the legend in view', async () => {
      const scrolled: unknown[] = [];
      HTMLElement.prototype.scrollIntoView = function () {
        scrolled.push(this);
      };
      const form = (
        <PayBill state={{ ...emptyFormState, fieldErrors: { payOption: 'This field is required' } }} chosen={null}>
          <RadioGroupField name="payOption" legend="How much">
            <RadioField name="payOption" value="current" label="Current balance" disabled>
              <input aria-label="A field of it" />
            </RadioField>
            <RadioField name="payOption" value="overdue" label="Overdue balance" />
          </RadioGroupField>
        </PayBill>
      );
      renderOnServer(form);
      await hydrate(form);
      await userEvent.click(screen.getByRole('link', { name: 'This field is required' }));
      expect(document.activeElement).toBe(screen.getByLabelText('Overdue balance'));
      expect(scrolled).toEqual([screen.getByRole('radiogroup')]);
    });
  });

  test('shows values and errors before and after hydration', async () => {
    renderOnServer(<LookUp state={sent} />);
    const isShown = () => [field().value, isInvalid(), summary().hidden, summary().textContent];
    const before = isShown();
    expect(before).toEqual(['1234567840', true, false, expect.stringContaining(validation.accountNumberUnknown)]);
    expect(summary().textContent).toContain(errors.formExpired);
    expect(await hydrate(<LookUp state={sent} />)).not.toHaveBeenCalled();
    expect(isShown()).toEqual(before);
  });

  test('hydration renders each field once', async () => {
    const rendered: string[] = [];
    const form = (
      <LookUp>
        <Profiler id="field" onRender={(id) => void rendered.push(id)}>
          <TextField name="accountNumber" label="Account number" />
        </Profiler>
        <SubmitButton>View bill</SubmitButton>
      </LookUp>
    );
    renderOnServer(form);
    rendered.length = 0;
    expect(await hydrate(form)).not.toHaveBeenCalled();
    expect(rendered).toEqual(['field']);
  });

  test('a rendered error stays on blur and is cleared by a correction', async () => {
    renderOnServer(<LookUp state={{ ...sent, formError: null }} />);
    await hydrate(<LookUp state={{ ...sent, formError: null }} />);
    await userEvent.click(field());
    await userEvent.tab();
    await settle();
    expect(isInvalid()).toBe(true);
    await userEvent.type(field(), '{Backspace}1');
    await userEvent.tab();
    await waitFor(() => expect(isInvalid()).toBe(false));
    expect(summary().hidden).toBe(true);
  });

  test('a rendered error of a radio group is cleared by another choice', async () => {
    const state = { ...emptyFormState, fieldErrors: { payOption: validation.amountAboveBalance } };
    renderOnServer(<PayBill state={state} />);
    await hydrate(<PayBill state={state} />);
    expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByLabelText('Overdue balance'));
    await waitFor(() => expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBeNull());
  });

  test('input from before hydration is kept, validated and sent', async () => {
    renderOnServer(<PayBill />);
    screen.getByLabelText<HTMLInputElement>('E-mail').value = 'payer@example.com';
    screen.getByLabelText<HTMLInputElement>('Overdue balance').checked = true;
    expect(await hydrate(<PayBill />)).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('payer@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Overdue balance').checked).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(bodies).toEqual(['payOption=overdue&email=payer%40example.com']));
  });

  test('an invalid value typed before hydration is not sent', async () => {
    renderOnServer(<LookUp />);
    field().value = '12';
    await hydrate(<LookUp />);
    await userEvent.click(button());
    await screen.findByRole('link', { name: validation.accountNumberFormat });
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test('a group without a choice is in error, and the summary links to the group', async () => {
    renderOnServer(<PayBill />);
    screen.getByLabelText<HTMLInputElement>('Current balance').checked = false;
    await hydrate(<PayBill />);
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    const link = await screen.findByRole('link', { name: validation.payOptionRequired });
    expect(document.querySelector(link.getAttribute('href') ?? '')).toBe(screen.getByRole('radiogroup'));
  });
});

describe('a form that the browser posts to another site', () => {
  /** What the browser posts: jsdom does not submit forms, and does not ask for their data. */
  let posted: Record<string, FormDataEntryValue>[] = [];

  beforeEach(() => {
    posted = [];
    jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const formData = new FormData(this);
      this.dispatchEvent(Object.assign(new Event('formdata'), { formData }));
      posted.push(Object.fromEntries(formData));
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const form = (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form
        id="card"
        action="https://gate.example/p/1/"
        post={postByBrowser}
        target="_top"
        noValidate={false}
        state={emptyFormState}
        fieldOrder={['accountNumber']}
        loadSchema={async () => lookupFormSchema}
        prepare={async (fields) => new URLSearchParams({ accountNumber: `${fields.get('accountNumber')}!` })}
      >
        <TextField name="accountNumber" label="Account" required />
        <SubmitButton>Pay</SubmitButton>
      </Form>
    </NextIntlClientProvider>
  );

  test('is validated here, and posted as it was prepared, while the field shows what was typed', async () => {
    render(form);
    const field = screen.getByLabelText<HTMLInputElement>('Account');
    await userEvent.type(field, '12');
    await userEvent.click(screen.getByRole('button'));
    expect(await screen.findAllByText(validation.accountNumberFormat)).not.toEqual([]);
    expect(posted).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '1234567801');
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(posted).toEqual([{ accountNumber: '1234567801!' }]));
    expect(field.value).toBe('1234567801');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test('leaves a partner’s frame, and is checked by the browser where it is to be', () => {
    expect(renderToString(form)).toMatch(/<form(?![^>]*novalidate)[^>]*target="_top"/i);
  });

  test('a double click posts once', async () => {
    render(form);
    await userEvent.type(screen.getByLabelText('Account'), '1234567801');
    await userEvent.dblClick(screen.getByRole('button'));
    await waitFor(() => expect(posted).toHaveLength(1));
  });
});
