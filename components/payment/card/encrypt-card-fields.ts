import type { PaymentPage } from '@/lib/domain/payment/payment';
import { instalmentCardFieldNames, newCardFieldNames } from './card-field-names';

/** Fields that are never sent as plain text, and not at all when another method is chosen. */
const cardFieldNames = [
  ...Object.values(newCardFieldNames),
  ...Object.values(instalmentCardFieldNames),
  'savedCardCvv',
] as const;

/** The field for each method's ciphertext. */
const ciphertextFields = new Map([
  ['newCard', 'cardDetails'],
  ['epp', 'cardDetailsEPP'],
  ['savedCard', 'savedCardCvv'],
]);

const loadEncryption = () => Promise.all([import('./read-card'), import('./encrypt-card')]);

/** Preloads the code that encrypts a card. */
export function preloadCardEncryption(): void {
  // The submission tries again.
  loadEncryption().catch(() => undefined);
}

/**
 * Returns a function that prepares a form's fields: it removes all card fields and, when `selectedPaymentMethod` is a card, adds its
 * ciphertext as `cardDetails`, `cardDetailsEPP` or `savedCardCvv`. The same card is encrypted once, so that a repeated submission has the
 * same body. Without Web Crypto the fields are returned unchanged, as without scripts, and the server encrypts the card. `now` returns the
 * backend's time (ISO 8601).
 */
export function createCardEncryption(
  key: PaymentPage['cardEncryptionKey'],
  now: () => string,
): (fields: URLSearchParams) => Promise<URLSearchParams> {
  let last: { readonly plaintext: string; readonly ciphertext: string } | null = null;

  /** Returns the ciphertext of a method's card, null without a valid card. Throws when encryption is impossible. */
  async function encryptOnce(fields: URLSearchParams, method: string): Promise<string | null> {
    const [{ readCard, readSavedCardCvv }, { encryptCard }] = await loadEncryption();
    const card =
      method === 'savedCard'
        ? readSavedCardCvv(fields)
        : readCard(fields, method === 'epp' ? instalmentCardFieldNames : newCardFieldNames, now());
    if (card === null) return null;
    const plaintext = JSON.stringify(card);
    if (last?.plaintext !== plaintext) last = { plaintext, ciphertext: await encryptCard(card, key) };
    return last.ciphertext;
  }

  return async (fields) => {
    const method = fields.get('selectedPaymentMethod') ?? '';
    const ciphertextField = ciphertextFields.get(method);
    const prepared = new URLSearchParams(fields);
    for (const name of cardFieldNames) prepared.delete(name);
    if (ciphertextField === undefined) return prepared;
    try {
      const ciphertext = await encryptOnce(fields, method);
      if (ciphertext !== null) prepared.set(ciphertextField, ciphertext);
      return prepared;
    } catch {
      return fields;
    }
  };
}
