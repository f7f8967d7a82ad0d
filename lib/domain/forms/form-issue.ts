import * as z from 'zod/mini';
import { formatLimitFigure } from '../money';
import type { AmountIssue } from '../amount-limits';
import type { Result } from '../result';

// In a browser, zod would try whether it may compile code, which our policy forbids and would report as an attack.
if ('document' in globalThis) z.config({ jitless: true });

/** The messages that a form can give beside a field: keys of `messages/`. */
export const formMessageKeys = [
  'validation.accountNumberFormat',
  'validation.amountAboveBalance',
  'validation.amountAdvanceLimit',
  'validation.amountFormat',
  'validation.amountMaximum',
  'validation.amountMinimumOf',
  'validation.bankOffline',
  'validation.cardCvv',
  'validation.cardExpiry',
  'validation.cardName',
  'validation.cardNumber',
  'validation.cardNumberInstalments',
  'validation.carrierRequired',
  'validation.corporateBankRequired',
  'validation.email',
  'validation.eppBankRequired',
  'validation.methodRequired',
  'validation.methodUnavailable',
  'validation.mobileNumber',
  'validation.monthTerm',
  'validation.otp',
  'validation.payOptionRequired',
  'validation.personalBankRequired',
  'validation.phoneNumber',
  'validation.required',
  'validation.savedCardExpired',
  'validation.savedCardOffline',
  'validation.savedCardRequired',
  'validation.tac',
  'validation.walletRequired',
] as const;
export type FormMessageKey = (typeof formMessageKeys)[number];

/** What a message's placeholders stand for, written out already: figures are the same in every language. */
export type FormMessageParams = Readonly<Record<string, string>>;

/** A message beside a field. In a zod issue, `key` is the message and `params` are the issue's params. */
export interface FormMessage {
  readonly key: FormMessageKey;
  readonly params?: FormMessageParams;
}

export function isFormMessageKey(text: string): text is FormMessageKey {
  return formMessageKeys.some((key) => key === text);
}

/** Gives the message for an amount that is refused, with the words' figure in ringgit. */
export function messageOfAmountIssue(issue: AmountIssue): FormMessage {
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

/** A text field as forms send it: a missing one is empty; anything but a text is no answer. */
export const textSchema = z._default(z.string('validation.required'), '');

/** What a transform is handed to report issues with. */
interface IssueSink {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports a message for a field (path) of the form, or for the value itself when no field is named. */
export function reportMessage(sink: IssueSink, message: FormMessage, ...path: string[]): void {
  sink.issues.push({ code: 'custom', message: message.key, params: message.params, path, input: undefined });
}

/** Makes the schema of a field that must be filled in: `emptyKey` is its message when empty, `key` when its rule refuses it. */
export function requiredField<Value>(
  parse: (text: string) => Result<Value, unknown>,
  key: FormMessageKey,
  emptyKey: FormMessageKey = key,
) {
  return z.pipe(
    textSchema,
    z.transform((text, context) => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      reportMessage(context, { key: text.trim() === '' ? emptyKey : key });
      return z.NEVER;
    }),
  );
}

/** Makes the schema of a field that may stay empty: then it is undefined. */
export function optionalField<Value>(parse: (text: string) => Result<Value, unknown>, key: FormMessageKey) {
  return z.pipe(
    textSchema,
    z.transform((text, context) => {
      if (text.trim() === '') return undefined;
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      reportMessage(context, { key });
      return z.NEVER;
    }),
  );
}

/** A checkbox: browsers send `on` when it is ticked and nothing when it is not; a script sends a boolean. */
export const checkboxSchema = z.pipe(
  z._default(z.unknown(), false),
  z.transform((value) => value === true || value === 'on' || value === 'true'),
);
