import * as z from 'zod/mini';
import { reportMessage } from './form-issue';
import type { CardEntry } from '../methods/forms/card-entry';
import { newCardFields, readNewCard } from '../methods/forms/new-card-form';

/** Creates the schema of the card form of auto debit, with a card that is typed or encrypted by the browser. `now` is ISO 8601. */
export function autoDebitCardFormSchema(now: string) {
  return z.pipe(
    z.object(newCardFields),
    z.transform((fields, sink): { readonly card: CardEntry } => {
      const read = readNewCard(fields, now);
      if (read.ok) return { card: read.value };
      for (const { field, message } of read.error) reportMessage(sink, message, field);
      return z.NEVER;
    }),
  );
}
