import { parseCardCvv, parseCardExpiry, parseCardName, type CardExpiry } from '../../card/card-fields';
import { getCardBrand, type CardNumber } from '../../card/card-number';
import type { FormMessageKey } from '../../forms/form-message-keys';
import { failure, success, type Result } from '../../result';
import type { CardFieldNames } from '../method-descriptor';
import type { Refusal } from './method-form';

/** The maximum length of encrypted card data: the contract's limit. */
export const sealedCardMaxLength = 4096;

/** A compact JWE: five parts of base64url. RFC 7516. */
const jweForm = /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * A card as submitted: encrypted by the browser ('encrypted', a compact JWE that only the backend can decrypt), or typed into a form
 * without scripts, and then encrypted before anything else uses it.
 */
export type CardEntry =
  | { readonly kind: 'encrypted'; readonly jwe: string }
  | ({ readonly kind: 'typed'; readonly expiry: CardExpiry; readonly cvv: string; readonly name: string } & CardNumber);

export interface SavedCardEntry {
  readonly uniqueCardId: string;
  /** The CVV, typed or as a compact JWE; null for a card that needs none. */
  readonly cvv:
    { readonly kind: 'encrypted'; readonly jwe: string } | { readonly kind: 'typed'; readonly cvv: string } | null;
}

/** Returns whether a field's value has been encrypted by the browser. */
export function isEncrypted(text: string): boolean {
  return text.length <= sealedCardMaxLength && jweForm.test(text);
}

/** Parses a typed card, with a message for every invalid field. `fields` are the field names of the messages, `now` is ISO 8601. */
export function readTypedCard(
  texts: CardFieldNames,
  fields: CardFieldNames,
  parseNumber: (text: string) => Result<CardNumber, unknown>,
  numberKey: FormMessageKey,
  now: string,
): Result<CardEntry, readonly Refusal[]> {
  const number = parseNumber(texts.number);
  const expiry = parseCardExpiry(texts.expiry, now);
  const cvv = parseCardCvv(texts.cvv, number.ok ? number.value.brand : getCardBrand(texts.number));
  const name = parseCardName(texts.name);
  if (number.ok && expiry.ok && cvv.ok && name.ok) {
    return success({ kind: 'typed', ...number.value, expiry: expiry.value, cvv: cvv.value, name: name.value });
  }
  const refusals: Refusal[] = [];
  if (!number.ok) refusals.push({ field: fields.number, message: { key: numberKey } });
  if (!expiry.ok) refusals.push({ field: fields.expiry, message: { key: 'validation.cardExpiry' } });
  if (!cvv.ok) refusals.push({ field: fields.cvv, message: { key: 'validation.cardCvv' } });
  if (!name.ok) refusals.push({ field: fields.name, message: { key: 'validation.cardName' } });
  return failure(refusals);
}
