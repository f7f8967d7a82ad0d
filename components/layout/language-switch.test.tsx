import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { FormDraftProvider } from '@/components/forms/form-draft';
import en from '@/messages/en.json';
import { LanguageSwitch } from './language-switch';

interface PageOptions {
  readonly keep?: { readonly form: string; readonly fields: readonly string[] };
  readonly hasForm?: boolean;
}

function Page({ keep, hasForm = true }: PageOptions) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <FormDraftProvider>
        <LanguageSwitch action="/api/language" label="Language" locale="en" returnTo="/somewhere" />
        {hasForm ? (
          <Form
            id="typed"
            action="/api/somewhere"
            state={emptyFormState}
            fieldOrder={[]}
            loadSchema={() => Promise.reject(new Error('not needed'))}
            draft={keep}
          >
            <input aria-label="account" name="account" />
            <input aria-label="cvv" name="cvv" />
            <input aria-label="agreed" type="checkbox" name="agreed" />
            <input aria-label="first" type="radio" name="option" value="first" />
            <input aria-label="second" type="radio" name="option" value="second" />
          </Form>
        ) : null}
      </FormDraftProvider>
    </NextIntlClientProvider>
  );
}

/** What the browser posts after the switch is pressed. */
function submitSwitch(): Record<string, unknown> {
  const button = screen.getByRole('button', { name: 'Bahasa Melayu' });
  const form = button.closest('form')!;
  fireEvent.submit(form);
  return Object.fromEntries(new FormData(form, button));
}

const keep = { form: 'typed', fields: ['account', 'agreed', 'option'] } as const;

test('posts the current values of the named fields only', async () => {
  const user = userEvent.setup();
  render(<Page keep={keep} />);
  await user.type(screen.getByLabelText('account'), '12345');
  await user.type(screen.getByLabelText('cvv'), '123');
  await user.click(screen.getByLabelText('second'));
  expect(submitSwitch()).toEqual({
    ...{ locale: 'ms', returnTo: '/somewhere' },
    ...{ form: 'typed', account: '12345', option: 'second' },
  });
  await user.type(screen.getByLabelText('account'), '6');
  await user.click(screen.getByLabelText('agreed'));
  expect(submitSwitch()).toMatchObject({ account: '123456', agreed: 'on' });
});

test.each([
  ['whose form is not kept', <Page key="page" />],
  ['without a form', <Page key="page" hasForm={false} />],
])('posts only the language on a page %s', (_name, page) => {
  render(page);
  expect(submitSwitch()).toEqual({ locale: 'ms', returnTo: '/somewhere' });
});

test('forgets a form that is gone', () => {
  const { rerender } = render(<Page keep={keep} />);
  rerender(<Page hasForm={false} />);
  expect(submitSwitch()).toEqual({ locale: 'ms', returnTo: '/somewhere' });
});

test('offers the language that the browser prefers first, in that language', () => {
  render(
    <LanguageSwitch
      action="/api/language"
      label="Language"
      locale="en"
      returnTo="/"
      offer={{ locale: 'zh-Hans', text: '用简体中文阅读' }}
    />,
  );
  const group = screen.getByRole('group', { name: 'Language' });
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['用简体中文阅读', 'Bahasa Melayu', 'தமிழ்']);
});
