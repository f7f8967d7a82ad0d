import { parseCardCvv, parseCardExpiry, parseCardName, type CardExpiry } from '../card/card-fields';
import { getCardBrand, parseCardNumber, parseInstalmentCardNumber, type CardNumber } from '../card/card-number';
import type { SavedCard } from '../payment/payment';
import { failure, success, type Result } from '../result';
import type { FormMessageKey } from './form-message-keys';
import { refuseField, type FieldRefusal } from './field-refusal';

/** Characters of encrypted card data at most: the contract's limit. */
export const encryptedCardMaxLength = 4096;

/** A compact JWE: five parts of base64url. RFC 7516. */
const jwePattern = /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * A card as the form brings it: encrypted by the browser ('encrypted', a compact JWE that only the backend can open), or typed into a form
 * without scripts, to be encrypted before anything else touches it.
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

function isEncrypted(text: string): boolean {
  return text.length <= encryptedCardMaxLength && jwePattern.test(text);
}

interface CardTexts {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
}

/** Reads a typed card, naming every field that is refused. `fields` says by which names the messages go. */
function readTypedCard(
  texts: CardTexts,
  fields: CardTexts,
  parseNumber: (text: string) => Result<CardNumber, unknown>,
  numberKey: FormMessageKey,
  now: string,
): Result<CardEntry, readonly FieldRefusal[]> {
  const number = parseNumber(texts.number);
  const expiry = parseCardExpiry(texts.expiry, now);
  const cvv = parseCardCvv(texts.cvv, number.ok ? number.value.brand : getCardBrand(texts.number));
  const name = parseCardName(texts.name);
  if (number.ok && expiry.ok && cvv.ok && name.ok) {
    return success({ kind: 'typed', ...number.value, expiry: expiry.value, cvv: cvv.value, name: name.value });
  }
  const refusals: FieldRefusal[] = [];
  if (!number.ok) refusals.push({ field: fields.number, message: { key: numberKey } });
  if (!expiry.ok) refusals.push({ field: fields.expiry, message: { key: 'validation.cardExpiry' } });
  if (!cvv.ok) refusals.push({ field: fields.cvv, message: { key: 'validation.cardCvv' } });
  if (!name.ok) refusals.push({ field: fields.name, message: { key: 'validation.cardName' } });
  return failure(refusals);
}

const newCardNames = { number: 'cardNumber', expiry: 'cardExpiry', cvv: 'cardCvv', name: 'cardName' } as const;
const instalmentCardNames = {
  number: 'eppCardNumber',
  expiry: 'eppCardExpiry',
  cvv: 'eppCardCvv',
  name: 'eppCardName',
} as const;

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Reads the card of a new-card payment. */
export function readNewCard(
  fields: Texts<'cardDetails' | 'cardNumber' | 'cardExpiry' | 'cardCvv' | 'cardName'>,
  now: string,
): Result<CardEntry, readonly FieldRefusal[]> {
  if (isEncrypted(fields.cardDetails)) return success({ kind: 'encrypted', jwe: fields.cardDetails });
  const texts = { number: fields.cardNumber, expiry: fields.cardExpiry, cvv: fields.cardCvv, name: fields.cardName };
  return readTypedCard(texts, newCardNames, parseCardNumber, 'validation.cardNumber', now);
}

/** Reads the card of an instalment plan: Visa or Mastercard alone. A sealed card's brand is for the backend to check. */
export function readInstalmentCard(
  fields: Texts<'cardDetailsEPP' | 'eppCardNumber' | 'eppCardExpiry' | 'eppCardCvv' | 'eppCardName'>,
  now: string,
): Result<CardEntry, readonly FieldRefusal[]> {
  if (isEncrypted(fields.cardDetailsEPP)) return success({ kind: 'encrypted', jwe: fields.cardDetailsEPP });
  const texts = {
    number: fields.eppCardNumber,
    expiry: fields.eppCardExpiry,
    cvv: fields.eppCardCvv,
    name: fields.eppCardName,
  };
  return readTypedCard(texts, instalmentCardNames, parseInstalmentCardNumber, 'validation.cardNumberInstalments', now);
}

/** Reads the choice of a saved card and its CVV. An expired one is refused with the words of the specification, section 5. */
export function readSavedCard(
  fields: Texts<'uniqueCardId' | 'savedCardCvv'>,
  savedCards: readonly SavedCard[],
): Result<SavedCardEntry, readonly FieldRefusal[]> {
  const card = savedCards.find(({ uniqueCardId }) => uniqueCardId === fields.uniqueCardId);
  if (card === undefined) return refuseField('uniqueCardId', { key: 'validation.savedCardRequired' });
  if (card.isExpired) return refuseField('uniqueCardId', { key: 'validation.savedCardExpired' });
  if (card.isOffline) return refuseField('uniqueCardId', { key: 'validation.savedCardOffline' });
  const { uniqueCardId } = card;
  if (!card.needsCvv) return success({ uniqueCardId, cvv: null });
  if (isEncrypted(fields.savedCardCvv)) {
    return success({ uniqueCardId, cvv: { kind: 'encrypted', jwe: fields.savedCardCvv } });
  }
  const cvv = parseCardCvv(fields.savedCardCvv, card.brand);
  if (!cvv.ok) return refuseField('savedCardCvv', { key: 'validation.cardCvv' });
  return success({ uniqueCardId, cvv: { kind: 'typed', cvv: cvv.value } });
}
