import type { BankPayment } from '../../simulators/bank/bank-payment';

/** A dispute of a payer with the issuer of the card: the acquirer takes the money back, and returns it if the dispute is won. */
export interface BankDispute {
  /** The merchant's number of the payment. */
  readonly number: string;
  /** The acquirer's id of the dispute. */
  readonly dispute: string;
  /** Sen. */
  readonly amount: number;
  /** Ms since 1970 by the bank's clock. */
  readonly openedAt: number;
  readonly end: { readonly outcome: DisputeOutcome; readonly at: number } | null;
}
export type DisputeOutcome = 'won' | 'lost';

/** The disputes of approved payments, as the acquirer's portal shows them. */
export function createDisputes(now: () => number) {
  let disputes: readonly BankDispute[] = [];
  return {
    list: () => disputes,
    /** Opens a dispute of a payment; never of more than was paid and is not taken back. */
    open({ number, amount: paid }: BankPayment, amount: number): void {
      const taken = disputes.filter((one) => one.number === number && one.end?.outcome !== 'won');
      if (taken.reduce((sum, one) => sum + one.amount, amount) > paid) return;
      const dispute = `DP-${number.slice(0, 6)}-${disputes.length + 1}`;
      disputes = [...disputes, { number, dispute, amount, openedAt: now(), end: null }];
    },
    /** Ends a dispute that is open. */
    end(dispute: string, outcome: DisputeOutcome): void {
      disputes = disputes.map((one) =>
        one.dispute === dispute && one.end === null ? { ...one, end: { outcome, at: now() } } : one,
      );
    },
    reset: () => void (disputes = []),
  };
}
export type Disputes = ReturnType<typeof createDisputes>;
