import 'server-only';
import type { MessageKeys, Messages, NestedKeyOf } from 'next-intl';
import { getTranslations } from 'next-intl/server';

/** A key of messages/en.json, checked by the compiler. */
export type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Something to be said: the key of its words, and what stands in their places. */
export interface Message {
  readonly key: MessageKey;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Gives a function that puts messages into words, in the language of this request. */
export async function loadTranslator(): Promise<(message: Message) => string> {
  const translate = await getTranslations();
  return (message) => translate(message.key, message.parameters);
}
