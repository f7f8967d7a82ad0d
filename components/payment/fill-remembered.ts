import { displayPhoneNumber } from '@/lib/domain/phone';
import { findUserStorage, readRememberedUser } from '@/lib/stores/persisted-user';

function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.value === '' && value !== null) field.value = value;
}

/** Fills the empty fields of the payment form with what this device remembers, and takes the last method when none is taken yet. */
export function fillRemembered(formId: string): void {
  const form = document.getElementById(formId);
  const storage = findUserStorage();
  if (!(form instanceof HTMLFormElement) || storage === null) return;
  const { userEmailAddress, phoneNumber, lastMethod } = readRememberedUser(storage);
  fill(form, 'userEmailAddress', userEmailAddress);
  fill(form, 'phoneNumber', phoneNumber === null ? null : displayPhoneNumber(phoneNumber));
  const methods = [...form.querySelectorAll<HTMLInputElement>('[name="selectedPaymentMethod"]')];
  const last = methods.find((method) => method.value === lastMethod && !method.disabled);
  if (last && !methods.some((method) => method.checked)) last.checked = true;
}
