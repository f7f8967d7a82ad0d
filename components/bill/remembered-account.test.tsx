import { readRememberedUser, writeRememberedUser, nobody } from '@/lib/stores/persisted-user';
import { fillRememberedAccount, keepAsAsked } from './remembered-account';

const stored = () => readRememberedUser(localStorage);

/** The look-up form with a number typed, its box ticked or not. */
function makeForm({ typed = '', ticked = false }: { typed?: string; ticked?: boolean } = {}): HTMLFormElement {
  document.body.innerHTML = '<form><input name="accountNumber"><input type="checkbox" name="rememberAccount"></form>';
  const form = document.querySelector('form')!;
  accountOf(form).value = typed;
  boxOf(form).checked = ticked;
  return form;
}
const accountOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[name="accountNumber"]')!;
const boxOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[name="rememberAccount"]')!;

beforeEach(() => {
  localStorage.clear();
  writeRememberedUser(localStorage, { ...nobody, userEmailAddress: 'payer@example.com' });
});

test('a number is remembered only when that was asked for, and filled in the next time', () => {
  keepAsAsked(makeForm({ typed: '1234 5678-01' }));
  expect(stored().rememberedAccount).toBeNull();
  keepAsAsked(makeForm({ typed: '1234 5678-01', ticked: true }));
  const form = makeForm();
  fillRememberedAccount(form);
  expect([accountOf(form).value, boxOf(form).checked]).toEqual(['1234567801', true]);
});

test('what is typed already stays', () => {
  keepAsAsked(makeForm({ typed: '1234567801', ticked: true }));
  const form = makeForm({ typed: '99' });
  fillRememberedAccount(form);
  expect(accountOf(form).value).toBe('99');
});

test('unticked, it is forgotten at once, and nothing else is', () => {
  keepAsAsked(makeForm({ typed: '1234567801', ticked: true }));
  const form = makeForm();
  fillRememberedAccount(form);
  boxOf(form).click();
  expect(stored()).toEqual({ ...nobody, userEmailAddress: 'payer@example.com' });
});
