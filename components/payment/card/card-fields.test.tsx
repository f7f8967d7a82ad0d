import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { autoDebitCardFormSchema } from '@/lib/domain/forms/auto-debit-card-form';
import en from '@/messages/en.json';
import { newCardNames } from '@/lib/domain/methods/new-card';
import { CardFields } from './card-fields';

const words = en.payment;
const values = { cardNumber: '4111111111111111', cardExpiry: '12/39', cardCvv: '123', cardName: 'Aminah' };

function show(state = emptyFormState) {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form
        id="card"
        action="/api/card"
        state={state}
        fieldOrder={Object.values(newCardNames)}
        loadSchema={async () => autoDebitCardFormSchema('2026-11-21T12:00:00Z')}
      >
        <CardFields names={newCardNames} brands={cardBrands} brandsLabel={words.cardsAccepted} wasSubmitted={false} />
      </Form>
    </NextIntlClientProvider>,
  );
}

Object.assign(performance, { getEntriesByType: () => [] });

afterEach(() => jest.restoreAllMocks());

const logos = () =>
  [...document.querySelectorAll('svg use[href^="/logos.svg"]')].map((logo) => logo.getAttribute('href')?.split('#')[1]);

const restorePage = (persisted: boolean) =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  });

async function typeCard() {
  await userEvent.type(screen.getByLabelText(words.cardNumber), values.cardNumber);
  await userEvent.type(screen.getByLabelText(words.cardExpiry), values.cardExpiry);
  await userEvent.type(screen.getByLabelText(words.cardCvv), values.cardCvv);
  await userEvent.type(screen.getByLabelText(words.cardName), values.cardName);
}

/** Without the spaces of the card number's format, which is loaded on first use. */
const typedValues = () =>
  Object.fromEntries(
    screen.getAllByRole<HTMLInputElement>('textbox').map(({ name, value }) => [name, value.replaceAll(' ', '')]),
  );

test('the hint of the CVV is that of the card number’s brand', async () => {
  show();
  const hint = () => document.getElementById('cardCvv-hint')?.textContent;
  expect(hint()).toBe(words.cardCvvHint);
  await userEvent.type(screen.getByLabelText(words.cardNumber), '378282246310005');
  await waitFor(() => expect(hint()).toBe(words.cardCvvHintFront));
  await userEvent.clear(screen.getByLabelText(words.cardNumber));
  await userEvent.type(screen.getByLabelText(words.cardNumber), values.cardNumber);
  await waitFor(() => expect(hint()).toBe(words.cardCvvHintBack));
});

test('says that each field is required', () => {
  show();
  const fields = screen.getAllByRole('textbox');
  expect(fields.map((field) => field.getAttribute('aria-required'))).toEqual(['true', 'true', 'true', 'true']);
});

test('ignores values from the server', () => {
  show({ ...emptyFormState, values });
  expect(Object.values(typedValues())).toEqual(['', '', '', '']);
});

test('names each field for autofill', () => {
  show();
  const tokens = screen.getAllByRole<HTMLInputElement>('textbox').map(({ autocomplete }) => autocomplete);
  expect(tokens).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
});

test('the logo of the number that is typed is in its field', async () => {
  show();
  expect(logos()).toEqual([]);
  const number = screen.getByLabelText(words.cardNumber);
  await userEvent.type(number, '3782');
  await waitFor(() => expect(logos()).toEqual(['amex']));
  await userEvent.clear(number);
  await waitFor(() => expect(logos()).toEqual([]));
});

test('empties the fields of a page that is restored from the back/forward cache', async () => {
  show();
  await typeCard();
  restorePage(false);
  expect(typedValues()).toEqual(values);
  restorePage(true);
  expect(Object.values(typedValues())).toEqual(['', '', '', '']);
});

test('empties the fields that the browser restores after hydration', async () => {
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as never]);
  jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  show();
  await typeCard();
  restorePage(false);
  expect(Object.values(typedValues())).toEqual(['', '', '', '']);
});

test('an invalid card number shows its error at the field', async () => {
  show();
  const number = screen.getByLabelText(words.cardNumber);
  await userEvent.type(number, '4111 1111 1111 1112');
  await userEvent.tab();
  expect(await screen.findAllByText(en.validation.cardNumber)).toHaveLength(2);
  expect(number.getAttribute('aria-invalid')).toBe('true');
});
