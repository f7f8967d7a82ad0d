import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import en from '@/messages/en.json';
import { Form } from '../form';
import { emptyFormState } from '../form-state';
import { EmailField } from './email-field';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const suggestion = () => screen.queryByTestId('correct-email')?.textContent ?? null;

function renderField(prefilled?: string) {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="contact" action="/api/contact" state={emptyFormState}>
        <EmailField name="email" label="Email" defaultValue={prefilled} prefilled={prefilled} />
        <button type="button">Next</button>
      </Form>
    </NextIntlClientProvider>,
  );
}

test('a mistyped domain is questioned once the field is left, and a press corrects it', async () => {
  renderField();
  await userEvent.type(field(), 'Aminah@gmial.com');
  expect(suggestion()).toBeNull();
  await userEvent.tab();
  expect((await screen.findByTestId('correct-email')).textContent).toBe(
    en.layout.didYouMean.replace('{email}', 'Aminah@gmail.com'),
  );
  await userEvent.click(screen.getByTestId('correct-email'));
  expect(field().value).toBe('Aminah@gmail.com');
  expect(document.activeElement).toBe(field());
  expect(suggestion()).toBeNull();
});

test('the suggestion goes away while the address is edited, and the typed one is kept without a press', async () => {
  renderField();
  await userEvent.type(field(), 'a@gmial.com');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByTestId('correct-email');
  expect(field().value).toBe('a@gmial.com');
  await userEvent.type(field(), '.my');
  expect(suggestion()).toBeNull();
});

test('an address that does not look mistyped is not questioned', async () => {
  renderField();
  await userEvent.type(field(), 'a@tm.com.my');
  await userEvent.tab();
  await import('./correct-email');
  expect(suggestion()).toBeNull();
});

test('a mistyped domain of an address that the field is filled with is questioned at once', async () => {
  renderField('Aminah@gmial.com');
  expect((await screen.findByTestId('correct-email')).textContent).toBe(
    en.layout.didYouMean.replace('{email}', 'Aminah@gmail.com'),
  );
});
