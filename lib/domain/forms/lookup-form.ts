import * as z from 'zod/mini';
import { parseAccountNumber } from '../bill/account-number';
import { requiredField, textSchema } from './form-issue';

/** The maximum length of a captcha response: the contract's limit. */
export const captchaResponseMaxLength = 8192;

/** The form of quick pay's first page. Specification, sections 2 and 5. */
export const lookupFormSchema = z.object({
  accountNumber: requiredField(parseAccountNumber, 'validation.accountNumberFormat'),
  /** The solution of a proof of work, required only when look-ups look like enumeration. One that is too long counts as missing. */
  captchaResponse: z.pipe(
    textSchema,
    z.transform((text) => (text === '' || text.length > captchaResponseMaxLength ? undefined : text)),
  ),
});

export type LookupForm = z.infer<typeof lookupFormSchema>;
