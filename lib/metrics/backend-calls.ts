import { channel } from 'node:diagnostics_channel';

/** How a call of the site to its backend ended. */
export interface BackendCallSeen {
  /** Its name in the contract. */
  readonly call: string;
  /** `ok`, `problem` for a refusal that the contract foresees, or why there is no answer that can be believed. */
  readonly outcome: string;
  readonly seconds: number;
}

/** Next bundles pages, handlers and middleware apart from the front: a channel of Node's is the one place that all of a process share. */
const seen = channel('ebill.backend-call');

/** Tells whoever counts; costs nothing where nobody does. */
export function publishBackendCall(message: BackendCallSeen): void {
  if (seen.hasSubscribers) seen.publish(message);
}

function isBackendCall(message: unknown): message is BackendCallSeen {
  return (
    typeof message === 'object' && message !== null && 'call' in message && 'outcome' in message && 'seconds' in message
  );
}

export function onBackendCall(count: (message: BackendCallSeen) => void): void {
  seen.subscribe((message) => {
    if (isBackendCall(message)) count(message);
  });
}
