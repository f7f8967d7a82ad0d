import * as z from 'zod/mini';
import { formatCardExpiry } from '../card/card-fields';
import { failure, success, type Result } from '../result';
import { readTypedCard } from '../methods/forms/card-entry';
import type { Refusal } from '../methods/forms/method-form';
import type { CardFieldNames } from '../methods/method-descriptor';
import { parseInstalmentCardNumber } from '../card/card-number';
import { directNameMaxLength, directNamePattern } from './direct-card-limits';
import { reportMessage, textSchema } from './form-issue';

const namePattern = new RegExp(`^${directNamePattern}$`);

function isLatinName(text: string): boolean {
  const name = text.trim().replace(/ +/g, ' ');
  return name.length <= directNameMaxLength && namePattern.test(name);
}

/**
 * Reads a card whose fields have a gateway's names, as they are posted to it: the number as digits, the expiry as `MM/YY`. Visa and Mastercard
 * only. `now` is ISO 8601.
 */
export function readDirectCard(
  fields: Readonly<Record<string, string>>,
  names: CardFieldNames,
  now: string,
): Result<Readonly<Record<string, string>>, readonly Refusal[]> {
  const textOf = (name: string) => fields[name] ?? '';
  const texts = {
    number: textOf(names.number),
    expiry: textOf(names.expiry),
    cvv: textOf(names.cvv),
    name: textOf(names.name),
  };
  const read = readTypedCard(texts, names, parseInstalmentCardNumber, 'validation.cardNumberInstalments', now);
  const isRefused = !read.ok && read.error.some(({ field }) => field === names.name);
  const latinRefusal: readonly Refusal[] =
    !isRefused && !isLatinName(texts.name) ? [{ field: names.name, message: { key: 'validation.cardNameLatin' } }] : [];
  if (!read.ok) return failure([...read.error, ...latinRefusal]);
  if (latinRefusal.length > 0 || read.value.kind !== 'typed') return failure(latinRefusal);
  const { number, expiry, cvv, name } = read.value;
  return success({
    [names.number]: number,
    [names.expiry]: formatCardExpiry(expiry),
    [names.cvv]: cvv,
    [names.name]: name,
  });
}

/** Creates the schema of a card form that is posted to a gateway, with the gateway's names. `now` is ISO 8601. */
export function directCardFormSchema(names: CardFieldNames, now: string) {
  const shape = Object.fromEntries(Object.values(names).map((name) => [name, textSchema]));
  return z.pipe(
    z.object(shape),
    z.transform((fields, sink): Readonly<Record<string, string>> => {
      const read = readDirectCard(fields, names, now);
      if (read.ok) return read.value;
      for (const { field, message } of read.error) reportMessage(sink, message, field);
      return z.NEVER;
    }),
  );
}
