import { epp } from '@/lib/domain/methods/epp';
import type { CardFields } from '@/lib/domain/methods/method-descriptor';
import type { CardMethod } from '@/lib/domain/methods/method-table';
import { newCard } from '@/lib/domain/methods/new-card';
import { savedCard } from '@/lib/domain/methods/saved-card';
import type { PaymentPage } from '@/lib/domain/payment/payment';

const cards = { savedCard: savedCard.card, newCard: newCard.card, epp: epp.card } satisfies Record<
  CardMethod,
  CardFields
>;
const cardOfMethod = new Map<string, CardFields>(Object.entries(cards));

/** Fields that never leave the browser as plain text, and not at all when another method is chosen. */
const plaintextFields = Object.values<CardFields>(cards).flatMap(({ names, encryptedField }) =>
  names === null ? encryptedField : Object.values(names),
);

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

  /** Returns the ciphertext of a method's card, null when the fields hold none. Throws where encryption is impossible. */
  async function encryptOnce(fields: URLSearchParams, { names }: CardFields): Promise<string | null> {
    const [{ readCard, readSavedCardCvv }, { encryptCard }] = await loadEncryption();
    const card = names === null ? readSavedCardCvv(fields) : readCard(fields, names, now());
    if (card === null) return null;
    const plaintext = JSON.stringify(card);
    if (last?.plaintext !== plaintext) last = { plaintext, ciphertext: await encryptCard(card, key) };
    return last.ciphertext;
  }

  return async (fields) => {
    const card = cardOfMethod.get(fields.get('selectedPaymentMethod') ?? '');
    const prepared = new URLSearchParams(fields);
    for (const name of plaintextFields) prepared.delete(name);
    if (card === undefined) return prepared;
    try {
      const ciphertext = await encryptOnce(fields, card);
      if (ciphertext !== null) prepared.set(card.encryptedField, ciphertext);
      return prepared;
    } catch {
      return fields;
    }
  };
}
