import { formatLimitFigure } from '../money';
import type { AmountIssue } from '../bill/amount-limits';
import type { FormMessageKey } from './form-message-keys';

/** The values of a message's placeholders, already formatted: numbers are the same in every language. */
export type FormMessageParams = Readonly<Record<string, string>>;

/** A message at a field. A schema's issue has it in `params`; the caller translates it (`readFormMessage`). */
export interface FormMessage {
  readonly key: FormMessageKey;
  readonly params?: FormMessageParams;
}

/** Returns the message for an invalid amount, with the limit in ringgit. */
export function getAmountMessage(issue: AmountIssue): FormMessage {
  switch (issue.code) {
    case 'required':
      return { key: 'validation.required' };
    case 'malformed':
      return { key: 'validation.amountFormat' };
    case 'belowMinimum':
      return { key: 'validation.amountMinimumOf', params: { min: formatLimitFigure(issue.figure) } };
    case 'aboveMaximum':
      return { key: 'validation.amountMaximum', params: { max: formatLimitFigure(issue.figure) } };
    case 'aboveCurrentBalance':
      return { key: 'validation.amountAboveBalance' };
    case 'aboveAdvanceLimit':
      return { key: 'validation.amountAdvanceLimit', params: { limit: formatLimitFigure(issue.figure) } };
  }
}
