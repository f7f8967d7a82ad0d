import * as z from 'zod/mini';
import { reportMessage, textSchema } from './form-issue';
import { readNewCard, type CardEntry } from './payment-form-cards';

/** Makes the schema of the form that gives a card for auto debit, typed or encrypted by the browser. `now` is ISO 8601. */
export function autoDebitCardFormSchema(now: string) {
  return z.pipe(
    z.object({
      cardDetails: textSchema,
      cardNumber: textSchema,
      cardExpiry: textSchema,
      cardCvv: textSchema,
      cardName: textSchema,
    }),
    z.transform((fields, sink): { readonly card: CardEntry } => {
      const read = readNewCard(fields, now);
      if (read.ok) return { card: read.value };
      for (const { field, message } of read.error) reportMessage(sink, message, field);
      return z.NEVER;
    }),
  );
}
