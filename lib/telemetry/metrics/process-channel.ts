import { channel } from 'node:diagnostics_channel';

/** Messages between parts of a process, for metrics; free when nothing subscribes. */
export interface ProcessChannel<Message> {
  readonly publish: (message: Message) => void;
  readonly subscribe: (take: (message: Message) => void) => void;
}

/**
 * Makes a channel of messages that have all of these fields. Next bundles pages, handlers and middleware apart from the front: a channel of
 * Node's is the one place that all of a process share.
 */
export function makeProcessChannel<Message extends object>(
  name: string,
  fields: readonly (keyof Message)[],
): ProcessChannel<Message> {
  const shared = channel(name);
  const isMessage = (message: unknown): message is Message =>
    typeof message === 'object' && message !== null && fields.every((field) => field in message);
  return {
    publish: (message) => {
      if (shared.hasSubscribers) shared.publish(message);
    },
    subscribe: (take) =>
      shared.subscribe((message) => {
        if (isMessage(message)) take(message);
      }),
  };
}
