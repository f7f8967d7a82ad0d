import type { Sen } from '../money';

/** The payment of a bill by the visit that it is shown to. */
export interface OwnPayment {
  /** Where it is continued, or its result is. */
  readonly path: string;
  /** What it pays of the bill. */
  readonly amount: Sen;
  /** ISO 8601; null: it is not received. */
  readonly receivedAt: string | null;
}
