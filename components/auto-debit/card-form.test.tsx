import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { emptyFormState } from '@/components/forms/form-state';
import en from '@/messages/en.json';
import { CardForm } from './card-form';

jest.mock('@/components/payment/card/encrypt-card', () => ({
  encryptCard: async (card: unknown) => `encrypted ${JSON.stringify(card)}`,
}));

const words = en.payment;
const autoDebit = { refid: 'abcdefghijklmnopqrstuvwxyz', serverTime: '2026-11-21T12:00:00Z', cardEncryptionKey: {} };

function show() {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <CardForm autoDebit={autoDebit} form={emptyFormState} idempotencyKey="key" />
    </NextIntlClientProvider>,
  );
}

async function typeCard(expiry: string) {
  await userEvent.type(screen.getByLabelText(words.cardNumber), '4111111111111111');
  await userEvent.type(screen.getByLabelText(words.cardExpiry), expiry);
  await userEvent.type(screen.getByLabelText(words.cardCvv), '123');
  await userEvent.type(screen.getByLabelText(words.cardName), 'Aminah');
  await userEvent.click(screen.getByTestId('auto-debit-card'));
}

const summary = () => screen.getByTestId('error-summary');
const fetchMock = jest.fn<Promise<unknown>, [string, { readonly body: URLSearchParams }]>();

beforeAll(() => {
  Object.assign(globalThis, { fetch: fetchMock });
});
beforeEach(() => {
  fetchMock.mockReset().mockResolvedValue({
    status: 422,
    text: async () => JSON.stringify({ fieldErrors: {}, formError: en.errors.autoDebitFailed }),
  });
});

test('sends the card encrypted and keeps the input after a rejection', async () => {
  show();
  await typeCard('12/39');
  await waitFor(() => expect(summary().textContent).toContain(en.errors.autoDebitFailed));
  expect(document.activeElement).toBe(summary());

  const fields = Object.fromEntries(fetchMock.mock.calls[0]?.[1].body ?? []);
  expect(fields['cardDetails']).toBe(
    'encrypted {"number":"4111111111111111","expiry":"12/39","cvv":"123","name":"Aminah"}',
  );
  expect(fields).toMatchObject({ refid: autoDebit.refid, idempotencyKey: 'key' });
  expect(Object.keys(fields)).not.toContain('cardNumber');
  expect(screen.getByLabelText<HTMLInputElement>(words.cardNumber).value.replaceAll(' ', '')).toBe('4111111111111111');
});

test('checks the expiry against the backend’s clock', async () => {
  show();
  await typeCard('10/26');
  await waitFor(() => expect(summary().textContent).toContain(en.validation.cardExpiry));
  expect(fetchMock).not.toHaveBeenCalled();
});
