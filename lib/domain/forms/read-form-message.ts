import type { FormMessage, FormMessageParams } from './form-message';

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
