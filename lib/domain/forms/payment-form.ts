import * as z from 'zod/mini';
import { parseEmail, type EmailAddress } from '../contact/email';
import { parsePhoneNumber, type PhoneNumber } from '../contact/phone';
import type { PaymentFormContext } from '../methods/forms/method-form';
import { methodForms, type PaymentChoice } from '../methods/forms/method-forms';
import { checkMethodAmount } from '../methods/method-table';
import { isPaymentMethod, type PaymentMethod } from '../methods/payment-methods';
import { isDown } from '../payment/downtime';
import { failure, success, type Result } from '../result';
import { checkboxSchema, optionalField, reportMessage, requiredField, textSchema } from './form-issue';
import { getAmountMessage, type FormMessage } from './form-message';

export interface PaymentForm {
  readonly choice: PaymentChoice;
  readonly userEmailAddress: EmailAddress;
  readonly phoneNumber: PhoneNumber | undefined;
  /** The payer has confirmed that the payment repeats a recent one of its bill. */
  readonly payAgain: boolean;
}

/** Parses the contact that was typed, and not filled in by the server, to be filled in the next time. Invalid values are left out. */
export function parseTypedContact(
  fields: URLSearchParams,
  filledIn: { readonly email: string | null; readonly phoneNumber: string | null },
) {
  const typed = (name: string, initial: string | null) => {
    const value = fields.get(name) ?? '';
    return value === initial ? '' : value;
  };
  const address = parseEmail(typed('userEmailAddress', filledIn.email));
  const number = parsePhoneNumber(typed('phoneNumber', filledIn.phoneNumber));
  return {
    ...(address.ok && { userEmailAddress: address.value }),
    ...(number.ok && { phoneNumber: number.value }),
  };
}

const methodSchema = z.object({ selectedPaymentMethod: textSchema });

/**
 * Creates the schema of the payment page's form for one payment. Only the fields of the chosen method are validated; the input for another
 * method is omitted from the result. Specification, sections 3 and 5.
 */
export function paymentFormSchema(context: PaymentFormContext) {
  const contact = z.object({
    userEmailAddress: requiredField(parseEmail, 'validation.email', 'validation.emailRequired'),
    phoneNumber: optionalField(parsePhoneNumber, 'validation.phoneNumber'),
    payAgain: z.pipe(
      checkboxSchema,
      z.transform((payAgain, sink) => {
        if (context.isRepeated && !payAgain) reportMessage(sink, { key: 'validation.payAgainRequired' });
        return payAgain;
      }),
    ),
  });
  const choice = z.transform((posted: unknown, sink): { readonly choice: PaymentChoice } => {
    const fields = methodSchema.safeParse(posted);
    if (!fields.success) return copyIssues(sink, fields.error);
    const method = readMethod(fields.data.selectedPaymentMethod, context);
    if (!method.ok) {
      reportMessage(sink, method.error, 'selectedPaymentMethod');
      return z.NEVER;
    }
    const choice = methodForms[method.value](context).safeParse(posted);
    return choice.success ? { choice: choice.data } : copyIssues(sink, choice.error);
  });
  return z.intersection(choice, contact);
}

/** Adds the issues of a part to the form's. The caller translates their messages. */
function copyIssues(sink: { readonly issues: z.core.$ZodRawIssue[] }, error: z.core.$ZodError): never {
  for (const issue of error.issues) sink.issues.push({ ...issue, message: undefined, input: undefined });
  return z.NEVER;
}

function readMethod(method: string, context: PaymentFormContext): Result<PaymentMethod, FormMessage> {
  if (!isPaymentMethod(method) || !context.methods.includes(method)) {
    return failure({ key: 'validation.methodRequired' });
  }
  if (isDown([method], context.downtimes, context.now)) return failure({ key: 'validation.methodUnavailable' });
  const limit = checkMethodAmount(method, context.total, context.methodLimits);
  return limit === null ? success(method) : failure(getAmountMessage(limit));
}
