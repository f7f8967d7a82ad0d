import * as z from 'zod/mini';
import { parseAccountNumber } from '../bill/account-number';
import { requiredField, textSchema } from './form-issue';

/** Characters of a captcha answer at most: the contract's limit. */
export const captchaResponseMaxLength = 8192;

/** The form of quick pay's first page. Specification, sections 2 and 5. */
export const lookupFormSchema = z.object({
  accountNumber: requiredField(parseAccountNumber, 'validation.accountNumberFormat'),
  /** The answer to a proof of work, asked for only when look-ups look like enumeration. An overlong one is none. */
  captchaResponse: z.pipe(
    textSchema,
    z.transform((text) => (text === '' || text.length > captchaResponseMaxLength ? undefined : text)),
  ),
});

export type LookupForm = z.infer<typeof lookupFormSchema>;
