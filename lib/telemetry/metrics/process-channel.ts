import { channel } from 'node:diagnostics_channel';

/** Messages between parts of a process, for metrics; free when nothing subscribes. */
export interface ProcessChannel<Message> {
  readonly publish: (message: Message) => void;
  readonly subscribe: (onMessage: (message: Message) => void) => void;
}

/**
 * Creates a channel for messages with these fields. Next bundles pages, handlers and middleware separately from the front, so they share no module
 * state; a channel of node:diagnostics_channel is shared by the whole process.
 */
export function createProcessChannel<Message extends object>(
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
    subscribe: (onMessage) =>
      shared.subscribe((message) => {
        if (isMessage(message)) onMessage(message);
      }),
  };
}
