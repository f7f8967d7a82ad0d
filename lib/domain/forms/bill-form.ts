import * as z from 'zod/mini';
import type { AmountLimits } from '../bill/amount-limits';
import type { Bill } from '../bill/bill';
import { parseEmail, type EmailAddress } from '../contact/email';
import type { Sen } from '../money';
import { getPayAmount, isPayOption, type PayOption } from '../bill/pay-choice';
import { isRepeatedPayment } from '../bill/recent-payments';
import { parsePhoneNumber, type PhoneNumber } from '../contact/phone';
import { checkboxSchema, optionalField, reportMessage, textSchema } from './form-issue';
import { getAmountMessage } from './form-message';

/** The bill that the form shows, and the limits of its payment. */
export type BillFormContext = Pick<Bill, 'currentBalance' | 'overdueBalance' | 'outstanding' | 'recentPayments'> &
  AmountLimits;

export interface BillForm {
  readonly payOption: PayOption;
  /** The amount to pay, computed from the bill unless another amount was chosen. */
  readonly amount: Sen;
  /** The payer has confirmed that the payment repeats a recent one. */
  readonly payAgain: boolean;
  readonly email: EmailAddress | undefined;
  readonly phoneNumber: PhoneNumber | undefined;
}

/** The contact for the receipt, which both the bill view and the list of several accounts ask for. */
export const contactFormSchema = z.object({
  email: optionalField(parseEmail, 'validation.email'),
  phoneNumber: optionalField(parsePhoneNumber, 'validation.phoneNumber'),
});

/**
 * Creates the schema of the bill view's form for one bill. The customer type and all limits come from the context, so that no field of the
 * form can change them. Specification, section 5; security, rows 1 to 3.
 */
export function billFormSchema(context: BillFormContext) {
  const choice = z.pipe(
    z.object({ payOption: textSchema, amount: textSchema, payAgain: checkboxSchema }),
    z.transform((fields, sink): Pick<BillForm, 'payOption' | 'amount' | 'payAgain'> => {
      const { payOption, payAgain } = fields;
      const amount = getPayAmount(fields, context);
      if (amount.ok && isPayOption(payOption)) {
        if (payAgain || !isRepeatedPayment(amount.value, context)) return { payOption, amount: amount.value, payAgain };
        reportMessage(sink, { key: 'validation.payAgainRequired' }, 'payAgain');
      } else if (amount.ok || amount.error.issue.code === 'notOffered') {
        reportMessage(sink, { key: 'validation.payOptionRequired' }, 'payOption');
      } else {
        reportMessage(sink, getAmountMessage(amount.error.issue), amount.error.field);
      }
      return z.NEVER;
    }),
  );
  return z.intersection(choice, contactFormSchema);
}
