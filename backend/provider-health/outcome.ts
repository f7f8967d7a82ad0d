import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ProviderCounts } from '@/lib/domain/payment/provider-health';
import type { AttemptState } from '@/lib/domain/payment/payment-states';
import type { Gateway } from '../gateways/gateway';

/** How attempts ended, and whether that tells something of their provider. */
export interface EndedAttempts {
  readonly method: PaymentMethod;
  readonly gateway: string;
  readonly state: AttemptState;
  /** The gateway's code, or one of ours; empty without one. */
  readonly reasonCode: string;
  /** Paid, and it took long. */
  readonly isSlow: boolean;
  /** How many orders have such an attempt, and of how many networks their payers are. */
  readonly orders: number;
  readonly networks: number;
}

/** What we say of an attempt that its gateway did not begin: it refused or did not answer, and the payer saw no bank. */
const notBegunCode = 'initiation-failed';

/** The bank or wallet has made, or taken, the payment. That of a company waits for its second person, as usual. */
const paidStates: readonly AttemptState[] = ['successful', 'authorised', 'pending-approval'];

/**
 * Returns what an attempt tells of its provider; null for nothing: what its payer did (cancelled, never went to the bank, had not enough money),
 * what is still going on, and what the gateway's code does not tell. The gateway's confirmed outcome counts, never what a browser brought.
 */
export function outcomeOf(
  { state, reasonCode }: Pick<EndedAttempts, 'state' | 'reasonCode'>,
  gateway: Pick<Gateway, 'causeOf'> | null,
): 'paid' | 'fault' | 'unfinished' | null {
  if (paidStates.includes(state)) return 'paid';
  if (state === 'failed' && reasonCode === notBegunCode) return 'unfinished';
  const isWithoutPayment = state === 'failed' || state === 'expired' || state === 'pending';
  return isWithoutPayment ? (gateway?.causeOf?.(reasonCode) ?? null) : null;
}

/** Adds up the attempts of one provider. A network's orders count once in what it could do to make a provider look bad. */
export function sumUp(
  attempts: readonly EndedAttempts[],
  findGateway: (name: string) => Pick<Gateway, 'causeOf'> | null,
): ProviderCounts {
  const sum = { paid: 0, slow: 0, faults: 0, unfinished: 0 };
  for (const ended of attempts) {
    const outcome = outcomeOf(ended, findGateway(ended.gateway));
    if (outcome === 'paid') {
      sum.paid += ended.orders;
      // A company's second person approves it hours later.
      if (ended.isSlow && ended.method !== 'fpxCorporate') sum.slow += ended.networks;
    }
    if (outcome === 'fault') sum.faults += ended.networks;
    if (outcome === 'unfinished') sum.unfinished += ended.networks;
  }
  return sum;
}
