import { createProcessChannel } from './process-channel';

/** The outcome of a call from the site to the backend. */
export interface BackendCallMessage {
  /** Its name in the contract. */
  readonly call: string;
  /** `ok`, `problem` for an error of the contract, or the reason why there is no valid response. */
  readonly outcome: string;
  readonly seconds: number;
}

export const { publish: publishBackendCall, subscribe: onBackendCall } = createProcessChannel<BackendCallMessage>(
  'ebill.backend-call',
  ['call', 'outcome', 'seconds'],
);
