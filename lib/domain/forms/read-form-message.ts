import { formMessageKeys, type FormMessageKey } from './form-message-keys';
import type { FormMessage, FormMessageParams } from './form-message';

function isFormMessageKey(key: unknown): key is FormMessageKey {
  return formMessageKeys.some((known) => known === key);
}

/** Returns the text params of a message; undefined if there are none. */
function readParams(params: unknown): FormMessageParams | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/**
 * Returns the message of a zod issue. Zod's own issues mean that the field has no usable value: forms send text, so only a forged request
 * causes them.
 */
export function readFormMessage(issue: object): FormMessage {
  const message = 'params' in issue && typeof issue.params === 'object' && issue.params !== null ? issue.params : {};
  const key = 'key' in message && isFormMessageKey(message.key) ? message.key : 'validation.required';
  const params = 'params' in message ? readParams(message.params) : undefined;
  return params === undefined ? { key } : { key, params };
}
