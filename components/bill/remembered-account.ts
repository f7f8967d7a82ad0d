import { parseAccountNumber } from '@/lib/domain/account-number';
import { findUserStorage, readRememberedUser, writeRememberedUser } from '@/lib/stores/persisted-user';
import { rememberAccountField } from './remember-account-field';

function readInput(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}

function remember(accountNumber: string | null): void {
  const storage = findUserStorage();
  if (storage !== null) {
    writeRememberedUser(storage, { ...readRememberedUser(storage), rememberedAccount: accountNumber });
  }
}

/**
 * Fills the account number in that this device was asked to remember, unless something is typed already. From then on it is forgotten as
 * soon as its box is unticked.
 */
export function fillRememberedAccount(form: HTMLFormElement): void {
  const [field, box] = [readInput(form, 'accountNumber'), readInput(form, rememberAccountField)];
  const storage = findUserStorage();
  const account = storage === null ? null : readRememberedUser(storage).rememberedAccount;
  if (field === null || box === null || account === null) return;
  box.checked = true;
  box.addEventListener('change', () => !box.checked && remember(null));
  if (field.value === '') field.value = account;
}

/** Remembers the account number of a form whose bill was found, or forgets the one there was, as its box says. */
export function keepAsAsked(form: HTMLFormElement): void {
  const account = parseAccountNumber(readInput(form, 'accountNumber')?.value ?? '');
  const isAsked = readInput(form, rememberAccountField)?.checked === true;
  remember(isAsked && account.ok ? account.value : null);
}
