import * as z from 'zod/mini';
import type { AmountLimits } from '../bill/amount-limits';
import type { Bill } from '../bill/bill';
import { parseEmail, type EmailAddress } from '../contact/email';
import type { Sen } from '../money';
import { getPayAmount, isPayOption, type PayOption } from '../bill/pay-choice';
import { parsePhoneNumber, type PhoneNumber } from '../contact/phone';
import { optionalField, reportMessage, textSchema } from './form-issue';
import { getAmountMessage } from './form-message';

/** The bill that the form shows and what limits a payment of it. */
export type BillFormContext = Pick<Bill, 'currentBalance' | 'overdueBalance'> & AmountLimits;

export interface BillForm {
  readonly payOption: PayOption;
  /** What will be paid, reckoned from the bill unless another amount was chosen. */
  readonly amount: Sen;
  readonly email: EmailAddress | undefined;
  readonly phoneNumber: PhoneNumber | undefined;
}

/**
 * Makes the schema of the bill view's form for one bill. The customer type and all limits come from the context, so that no field of
 * the form can name others. Specification, section 5; security, rows 1 to 3.
 */
export function billFormSchema(context: BillFormContext) {
  const contact = z.object({
    email: optionalField(parseEmail, 'validation.email'),
    phoneNumber: optionalField(parsePhoneNumber, 'validation.phoneNumber'),
  });
  const choice = z.pipe(
    z.object({ payOption: textSchema, amount: textSchema }),
    z.transform((fields, sink): Pick<BillForm, 'payOption' | 'amount'> => {
      const amount = getPayAmount(fields, context);
      if (amount.ok && isPayOption(fields.payOption)) return { payOption: fields.payOption, amount: amount.value };
      if (amount.ok || amount.error.issue.code === 'notOffered') {
        reportMessage(sink, { key: 'validation.payOptionRequired' }, 'payOption');
      } else {
        reportMessage(sink, getAmountMessage(amount.error.issue), amount.error.field);
      }
      return z.NEVER;
    }),
  );
  return z.intersection(choice, contact);
}
