import { makeProcessChannel } from './process-channel';

/** How a call of the site to its backend ended. */
export interface BackendCallMessage {
  /** Its name in the contract. */
  readonly call: string;
  /** `ok`, `problem` for a refusal that the contract foresees, or why there is no answer that can be believed. */
  readonly outcome: string;
  readonly seconds: number;
}

export const { publish: publishBackendCall, subscribe: onBackendCall } = makeProcessChannel<BackendCallMessage>(
  'ebill.backend-call',
  ['call', 'outcome', 'seconds'],
);
