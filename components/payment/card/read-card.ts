import type { CardData, SavedCardCvv } from '@/lib/domain/card/card-data';
import { formatCardExpiry, parseCardExpiry, parseCardName, parseCardNumber } from '@/lib/domain/card/card-fields';
import type { CardFieldNames } from '@/lib/domain/methods/method-descriptor';

/** Reads a card from a form's fields; null when it is invalid. `now` is ISO 8601. */
export function readCard(fields: URLSearchParams, names: CardFieldNames, now: string): CardData | null {
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

/** Reads the CVV of a saved card; null when there is none. */
export function readSavedCardCvv(fields: URLSearchParams): SavedCardCvv | null {
  const cvv = (fields.get('savedCardCvv') ?? '').trim();
  return cvv === '' ? null : { cvv };
}
