import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import type { Dispute } from '../bank/gateway-protocol';
import type { CallFaults } from './call-faults';
import type { DeliveryQueue } from './delivery-queue';

/** What all simulated providers share. */
export interface ProviderContext {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly faults: CallFaults;
  readonly siteOrigin: string;
  readonly banksOrigin: string;
  /** The merchant's name on the providers' pages. */
  readonly merchant: string;
}

type DisputeStep = Omit<Dispute, 'amount'> & { readonly amount?: number };

/** A simulated payment provider as the controls see it. `number` is the merchant's number of a payment. */
export interface Provider {
  /** Ends a payment as its bank would; null if the provider does not have it, `false` if it has ended. */
  settle(number: string, outcome: 'successful' | 'failed'): Promise<boolean | null>;
  /** Reports a step of a dispute; null if the provider does not have the payment, `false` if it cannot be disputed so. */
  dispute(number: string, dispute: DisputeStep): Promise<boolean | null>;
  /** The payment for `GET /control/payments/{number}`; null if the provider does not have it. */
  describe(number: string): object | null;
  /** Does what has become due at the time of the banks' clock. */
  runDue(): Promise<void>;
  /** Stops all callbacks. */
  stop(): void;
  /** Forgets all payments, after the event log was cleared. */
  reset(): void;
}

/** What a provider does with a payment of its account. */
export interface ProviderParts<Payment> {
  readonly queue: DeliveryQueue;
  findByReference(number: string): Payment | null;
  settle(payment: Payment, isSuccessful: boolean): Promise<boolean>;
  /** Absent: it has no disputes. */
  dispute?(payment: Payment, dispute: DisputeStep): Promise<boolean>;
  describe(payment: Payment): object;
  /** Does what has become due, besides callbacks. */
  advanceAll?(): void;
  /** Forgets all payments. */
  forget(): void;
}

/** Creates a provider for the controls from its account and its queue of callbacks. */
export function createProvider<Payment>({ queue, ...parts }: ProviderParts<Payment>): Provider {
  return {
    async settle(number, outcome) {
      const payment = parts.findByReference(number);
      return payment && parts.settle(payment, outcome === 'successful');
    },
    async dispute(number, dispute) {
      const payment = parts.findByReference(number);
      return payment && (parts.dispute?.(payment, dispute) ?? false);
    },
    describe(number) {
      const payment = parts.findByReference(number);
      return payment && parts.describe(payment);
    },
    async runDue() {
      parts.advanceAll?.();
      await queue.run();
    },
    stop: queue.cancelAll,
    reset() {
      parts.forget();
      queue.forget();
    },
  };
}
