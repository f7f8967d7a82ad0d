import 'server-only';
import type { MessageKeys, Messages, NestedKeyOf } from 'next-intl';
import { getTranslations } from 'next-intl/server';

/** A key of messages/en.json, checked by the compiler. */
export type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** A message to translate: its key and the values of its placeholders. */
export interface Message {
  readonly key: MessageKey;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Returns a function that translates messages into the language of this request. */
export async function loadTranslator(): Promise<(message: Message) => string> {
  const translate = await getTranslations();
  return (message) => translate(message.key, message.parameters);
}
