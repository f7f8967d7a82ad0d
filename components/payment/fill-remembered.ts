import { displayPhoneNumber } from '@/lib/domain/phone';
import { findUserStorage, readRememberedUser } from '@/lib/stores/persisted-user';

function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.value === '' && value !== null) field.value = value;
}

/** The bank used last comes first in its list, and is taken unless another is or it is offline. */
function offerBank(form: HTMLFormElement, name: string, bank: string | null): void {
  const list = form.elements.namedItem(name);
  if (!(list instanceof HTMLSelectElement)) return;
  const option = [...list.options].find(({ value }) => value !== '' && value === bank);
  if (option === undefined) return;
  const taken = list.value;
  list.options[0]?.after(option);
  list.value = taken === '' && !option.disabled ? option.value : taken;
}

/** Fills the empty fields of the payment form with what this device remembers, and takes the last method when none is taken yet. */
export function fillRemembered(formId: string): void {
  const form = document.getElementById(formId);
  const storage = findUserStorage();
  if (!(form instanceof HTMLFormElement) || storage === null) return;
  const { userEmailAddress, phoneNumber, lastMethod, lastPersonalBank, lastCorporateBank } =
    readRememberedUser(storage);
  fill(form, 'userEmailAddress', userEmailAddress);
  fill(form, 'phoneNumber', phoneNumber === null ? null : displayPhoneNumber(phoneNumber));
  offerBank(form, 'fpxBankID', lastPersonalBank);
  offerBank(form, 'fpxBankCorporateID', lastCorporateBank);
  const methods = [...form.querySelectorAll<HTMLInputElement>('[name="selectedPaymentMethod"]')];
  const last = methods.find((method) => method.value === lastMethod && !method.disabled);
  if (last && !methods.some((method) => method.checked)) last.checked = true;
}
