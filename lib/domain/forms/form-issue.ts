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

/** A message beside a field. A schema's issue carries it as `params`; whoever parses translates it (`readFormMessage`). */
export interface FormMessage {
  readonly key: FormMessageKey;
  readonly params?: FormMessageParams;
}

function isFormMessageKey(key: unknown): key is FormMessageKey {
  return formMessageKeys.some((known) => known === key);
}

/** Returns the texts among a message's params, undefined when there are none. */
function readParams(params: unknown): FormMessageParams | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/**
 * Returns the message that a zod issue carries. An issue of zod itself says that the field has no usable answer: forms send texts, so only a
 * request made by hand gets there.
 */
export function readFormMessage(issue: object): FormMessage {
  const message = 'params' in issue && typeof issue.params === 'object' && issue.params !== null ? issue.params : {};
  const key = 'key' in message && isFormMessageKey(message.key) ? message.key : 'validation.required';
  const params = 'params' in message ? readParams(message.params) : undefined;
  return params === undefined ? { key } : { key, params };
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

/** A text field as forms send it. A missing one is empty, and so is a group of radio buttons without a choice, which React Hook Form gives as null. */
export const textSchema = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** What a transform is handed to report issues with. */
interface IssueSink {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports a message for a field (path) of the form, or for the value itself when no field is named. */
export function reportMessage(sink: IssueSink, message: FormMessage, ...path: string[]): void {
  sink.issues.push({ code: 'custom', params: { ...message }, path, input: undefined });
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
