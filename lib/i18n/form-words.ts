import { fillIn } from './fill-in';
import type { FormMessage } from '@/lib/domain/forms/form-message';

/** Words handed to an island, by the key of their message. */
export type IslandWords = Readonly<Record<string, string>>;

/** What an enhanced form says when its sending gets no answer. Specification, section 8: Client errors. */
export const sendingWordKeys = [
  'errors.networkError',
  'errors.requestAborted',
  'errors.timeoutExceeded',
  'errors.technical',
] as const;

export function pickSendingWords(words: IslandWords) {
  return {
    network: words['errors.networkError'] ?? '',
    aborted: words['errors.requestAborted'] ?? '',
    timeout: words['errors.timeoutExceeded'] ?? '',
    'no-answer': words['errors.technical'] ?? '',
  };
}

/** Puts the messages of a form's fields into words. */
export function sayMessages(messages: Readonly<Record<string, FormMessage>>, words: IslandWords) {
  return Object.fromEntries(
    Object.entries(messages).map(([field, { key, params }]) => [field, fillIn(words[key] ?? '', params)]),
  );
}
