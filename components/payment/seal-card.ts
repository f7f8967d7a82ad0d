import { formatCardExpiry, parseCardExpiry, parseCardName, parseCardNumber } from '@/lib/domain/card-fields';
import type { CardData, SavedCardCvv } from '@/lib/domain/card-data';

interface CardNames {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
}

const newCard = { number: 'cardNumber', expiry: 'cardExpiry', cvv: 'cardCvv', name: 'cardName' } as const;
const instalmentCard = {
  number: 'eppCardNumber',
  expiry: 'eppCardExpiry',
  cvv: 'eppCardCvv',
  name: 'eppCardName',
} as const;

/** Fields that never leave the browser in the clear, nor at all when another method is chosen. */
const cardFields = [...Object.values(newCard), ...Object.values(instalmentCard), 'savedCardCvv'] as const;

function readCard(fields: URLSearchParams, names: CardNames, now: string): CardData | null {
  const number = parseCardNumber(fields.get(names.number) ?? '');
  const expiry = parseCardExpiry(fields.get(names.expiry) ?? '', now);
  const name = parseCardName(fields.get(names.name) ?? '');
  if (!number.ok || !expiry.ok || !name.ok) return null;
  return {
    number: number.value.number,
    expiry: formatCardExpiry(expiry.value),
    cvv: (fields.get(names.cvv) ?? '').trim(),
    name: name.value,
  };
}

function readCvv(fields: URLSearchParams): SavedCardCvv | null {
  const cvv = (fields.get('savedCardCvv') ?? '').trim();
  return cvv === '' ? null : { cvv };
}

/** What the chosen method has to encrypt, and under which name its ciphertext is sent. */
function readSecret(
  fields: URLSearchParams,
  now: string,
): { readonly field: string; readonly data: CardData | SavedCardCvv | null } | null {
  switch (fields.get('selectedPaymentMethod')) {
    case 'newCard':
      return { field: 'cardDetails', data: readCard(fields, newCard, now) };
    case 'epp':
      return { field: 'cardDetailsEPP', data: readCard(fields, instalmentCard, now) };
    case 'savedCard':
      return { field: 'savedCardCvv', data: readCvv(fields) };
    default:
      return null;
  }
}

/**
 * Makes the step between a form and its sending: the card's fields go out, and `cardDetails`, `cardDetailsEPP` or `savedCardCvv`, the
 * card or its CVV encrypted, comes in when a card is what pays. The same card is encrypted once, so that a sending that is repeated has
 * the same body. Where encryption fails (no Web Crypto), the form is sent as one without scripts is, and our own server encrypts. `now`
 * gives the backend's clock, ISO 8601.
 */
export function makeCardSealer(encrypt: (data: CardData | SavedCardCvv) => Promise<string>, now: () => string) {
  let last: { readonly plain: string; readonly sealed: string } | null = null;

  return async (fields: URLSearchParams): Promise<URLSearchParams> => {
    const secret = readSecret(fields, now());
    const rest = new URLSearchParams(fields);
    for (const name of cardFields) rest.delete(name);
    if (!secret?.data) return rest;
    const plain = JSON.stringify(secret.data);
    if (last?.plain !== plain) {
      try {
        last = { plain, sealed: await encrypt(secret.data) };
      } catch {
        return fields;
      }
    }
    rest.set(secret.field, last.sealed);
    return rest;
  };
}
