import { formatCardExpiry, parseCardExpiry, parseCardName, parseCardNumber } from '@/lib/domain/card-fields';
import type { CardData } from '@/lib/domain/card-data';

/** Fields that never leave the browser in the clear, nor at all when another method is chosen. */
const cardFields = ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName'] as const;

function readCard(fields: URLSearchParams, now: string): CardData | null {
  const number = parseCardNumber(fields.get('cardNumber') ?? '');
  const expiry = parseCardExpiry(fields.get('cardExpiry') ?? '', now);
  const name = parseCardName(fields.get('cardName') ?? '');
  if (!number.ok || !expiry.ok || !name.ok) return null;
  return {
    number: number.value.number,
    expiry: formatCardExpiry(expiry.value),
    cvv: (fields.get('cardCvv') ?? '').trim(),
    name: name.value,
  };
}

/**
 * Makes the step between a form and its sending: the card's fields go out, and `cardDetails`, the card encrypted, comes in when a new
 * card is what pays. The same card is encrypted once, so that a sending that is repeated has the same body. Where encryption fails
 * (no Web Crypto), the form is sent as one without scripts is, and our own server encrypts. `now` gives the backend's clock, ISO 8601.
 */
export function makeCardSealer(encrypt: (card: CardData) => Promise<string>, now: () => string) {
  let last: { readonly plain: string; readonly sealed: string } | null = null;

  return async (fields: URLSearchParams): Promise<URLSearchParams> => {
    const card = fields.get('selectedPaymentMethod') === 'newCard' ? readCard(fields, now()) : null;
    const rest = new URLSearchParams(fields);
    for (const name of cardFields) rest.delete(name);
    if (card === null) return rest;
    const plain = JSON.stringify(card);
    if (last?.plain !== plain) {
      try {
        last = { plain, sealed: await encrypt(card) };
      } catch {
        return fields;
      }
    }
    rest.set('cardDetails', last.sealed);
    return rest;
  };
}
