import type { Dispute } from '../bank/gateway-protocol';
import type { CallbackMode } from './delivery-queue';

/** A simulated payment provider as the controls see it. `number` is the merchant's number of a payment. */
export interface Provider {
  /** Ends a payment as its bank would; null if the provider does not have it, `false` if it has ended. */
  settle(number: string, outcome: 'successful' | 'failed'): Promise<boolean | null>;
  /** Reports a step of a dispute; null if the provider does not have the payment, `false` if it cannot be disputed so. */
  dispute(number: string, dispute: Omit<Dispute, 'amount'> & { readonly amount?: number }): Promise<boolean | null>;
  /** The payment for `GET /control/payments/{number}`; null if the provider does not have it. */
  describe(number: string): object | null;
  /** Does what has become due at the time of the banks' clock. */
  runDue(): Promise<void>;
  setCallbackMode(mode: CallbackMode, times: number): void;
  /** Stops all callbacks. */
  stop(): void;
  /** Forgets all payments, after the event log was cleared. */
  reset(): void;
}
