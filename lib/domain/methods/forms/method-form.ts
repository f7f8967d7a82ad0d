import * as z from 'zod/mini';
import { reportMessage } from '../../forms/form-issue';
import type { FormMessage } from '../../forms/form-message';
import type { PaymentPage } from '../../payment/payment';
import { failure, type Result } from '../../result';

/** The choices that the server offers on the payment page: the form accepts no others. `now` is the backend's clock, ISO 8601. */
export type PaymentFormContext = Pick<
  PaymentPage,
  | 'total'
  | 'isRepeated'
  | 'methods'
  | 'cardEntry'
  | 'methodLimits'
  | 'savedCards'
  | 'savingCards'
  | 'autoDebitOption'
  | 'instalmentPlans'
  | 'personalBanks'
  | 'corporateBanks'
  | 'wallets'
  | 'carriers'
  | 'downtimes'
> & { readonly now: string };

/** A field of the payment form and why it is refused. */
export interface Refusal {
  readonly field: string;
  readonly message: FormMessage;
}

/** Refuses one field. */
export function refuse(
  field: string,
  message: FormMessage,
): { readonly ok: false; readonly error: readonly Refusal[] } {
  return failure([{ field, message }]);
}

/** Creates the schema of a method's own fields for one payment. */
export type MethodForm<Choice = unknown> = (context: PaymentFormContext) => z.ZodMiniType<Choice>;

/** Creates a method's form from the schemas of its fields and a function that reads them together. */
export function methodForm<Shape extends z.core.$ZodLooseShape, Choice>(
  shape: Shape,
  read: (fields: z.output<z.ZodMiniObject<Shape>>, context: PaymentFormContext) => Result<Choice, readonly Refusal[]>,
): MethodForm<Choice> {
  const fieldsSchema = z.object(shape);
  return (context) =>
    z.pipe(
      fieldsSchema,
      z.transform((fields, sink): Choice => {
        const choice = read(fields, context);
        if (choice.ok) return choice.value;
        for (const { field, message } of choice.error) reportMessage(sink, message, field);
        return z.NEVER;
      }),
    );
}
