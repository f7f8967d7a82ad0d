import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { Form } from '../form';
import { emptyFormState } from '../form-state';
import { SubmitButton } from './submit-button';

// Offline, code that was not loaded before cannot be loaded.
jest.mock('./submit-form', () => {
  throw new Error('Loading chunk failed');
});

test('a form whose code cannot be loaded was not sent: the outcome is not unknown', async () => {
  const onError = jest.fn();
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="payment" action="/api/payment/pay" state={emptyFormState} onError={onError}>
        <SubmitButton>Pay</SubmitButton>
      </Form>
    </NextIntlClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(screen.getByTestId('error-summary').textContent).toBe(en.errors.networkError));
  expect(onError).toHaveBeenCalledWith({ field: null, message: en.errors.networkError, isUnknown: false });
});
