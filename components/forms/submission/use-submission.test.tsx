import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { Form } from '../form';
import { emptyFormState } from '../form-state';
import { SubmitButton } from './submit-button';

// Offline, code that was not loaded before cannot be loaded.
jest.mock('./submit-form', () => {
  throw new Error('Loading chunk failed');
});

const summary = () => screen.getByTestId('error-summary').textContent;

afterEach(() => jest.restoreAllMocks());

function submit(advice?: string) {
  const onError = jest.fn();
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="payment" action="/api/payment/pay" state={emptyFormState} onError={onError} advice={advice}>
        <SubmitButton>Pay</SubmitButton>
      </Form>
    </NextIntlClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  return onError;
}

test('a form whose code cannot be loaded was not sent: the outcome is not unknown', async () => {
  const onError = submit();
  await waitFor(() => expect(summary()).toBe(`${en.errors.networkError}${en.layout.connectionAdvice}`));
  expect(onError).toHaveBeenCalledWith({ field: null, message: en.errors.networkError, isUnknown: false });
});

describe('offline', () => {
  const setOnline = (isOnline: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const reconnect = () => {
    setOnline(true);
    act(() => void window.dispatchEvent(new Event('online')));
  };
  beforeEach(() => void setOnline(false));

  test('it says that nothing was sent, and as soon as there is a connection, what to do', async () => {
    submit();
    await waitFor(() => expect(summary()).toBe(`${en.errors.networkError}${en.layout.noConnection}`));
    reconnect();
    expect(summary()).toBe(en.layout.backOnline);
  });

  test('the advice of a form whose earlier request may have arrived takes the place of both', async () => {
    submit('We check it.');
    await waitFor(() => expect(summary()).toBe(`${en.errors.networkError}We check it.`));
    reconnect();
    expect(summary()).toBe(`${en.errors.networkError}We check it.`);
  });
});
