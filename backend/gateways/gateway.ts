import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { Sen } from '@/lib/domain/money';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Result } from '@/lib/domain/result';

/** The data of an attempt that a gateway needs. */
export interface AttemptOrder {
  /** The attempt's number at the gateway, generated here: 20 lower-case letters and digits, unguessable, unique. */
  readonly number: string;
  readonly amount: Sen;
  readonly description: string;
  readonly payerEmail: string;
  /** Null if the payer gave none. */
  readonly payerPhone: string | null;
  /** The payer's IP address. */
  readonly clientAddress: string;
  /** Start of the attempt, and when its page or code must no longer be payable, ISO 8601. */
  readonly startedAt: string;
  readonly deadline: string;
  /** The payer's choice within the method: a bank's id, a wallet or a carrier; null if the method has none. */
  readonly provider: string | null;
}

/** Decrypted card data for the acquirer. It exists in memory only. */
export interface CardData {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly cvv: string | null;
  readonly name: string;
}

export const gatewayStatuses = [
  'successful',
  'failed',
  'cancelled',
  'expired',
  'pending',
  'pending-approval',
  'unknown',
] as const;
/** The state of an attempt at its gateway. 'unknown': the gateway has no such attempt. */
export type GatewayStatus = (typeof gatewayStatuses)[number];

/** A gateway's report on one attempt. Its signature has been verified. */
export interface GatewayReport {
  /** The attempt's number, as the gateway repeats it. */
  readonly number: string;
  readonly status: GatewayStatus;
  readonly amount: Sen;
  readonly currency: string;
  /** The gateway's transaction number; empty if it gave none. */
  readonly gatewayReference: string;
  /** The gateway's code for the status, for history and support. */
  readonly reasonCode: string;
  /** The bank's or card scheme's name for the receipt; null if the gateway gave none. */
  readonly bankName: string | null;
}

/** A payer's dispute of a payment, as the gateway reports it. Its signature has been verified. */
export interface DisputeReport {
  /** The gateway's id of the dispute, or of its payment where disputes have none. */
  readonly dispute: string;
  /** The attempt's number. */
  readonly number: string;
  /** `opened`: the gateway has taken the money back for now. `lost`: for good. */
  readonly status: 'opened' | 'won' | 'lost';
  readonly amount: Sen;
  readonly currency: string;
  /** The card scheme's or the gateway's code. */
  readonly reasonCode: string;
  /** Until when it wants our answer, ISO 8601; null if it does not say. */
  readonly respondBy: string | null;
}

export type ReturnError = 'malformed' | 'unsigned';
export type GatewayError = 'unreachable' | 'refused';

/**
 * The result of beginning an attempt: a redirect to the gateway's page, a code that the payer shows at a counter or scans, or a final report
 * (a card without a challenge). A code is valid until `expiresAt`, ISO 8601.
 */
export type GatewayStart =
  | { readonly kind: 'redirect'; readonly request: GatewayRequest }
  | { readonly kind: 'barcode'; readonly text: string; readonly expiresAt: string }
  | { readonly kind: 'qr'; readonly payload: string; readonly expiresAt: string }
  | { readonly kind: 'report'; readonly report: GatewayReport };

/** The URLs to which a gateway reports. */
export interface GatewayAddresses {
  /** The last segment of its callback URL; null if it has no callback. Gateways whose network has one callback URL share it. */
  readonly callback: string | null;
  /** The result routes to which it returns the payer's browser. */
  readonly returnRoutes: readonly ResultRoute[];
}

/** Returns a gateway's callback URL at the backend `backendUrl`. */
export function callbackUrlOf({ callback }: { readonly callback: string }, backendUrl: string): string {
  return `${backendUrl}/callbacks/${callback}`;
}

/**
 * A payment gateway: its wire format, signatures and codes. It is independent of orders, states and the database. Every method may be called
 * again for the same attempt, which the number identifies.
 */
export interface Gateway extends GatewayAddresses {
  readonly name: string;
  /** How long its page can be paid once the browser was redirected to it, ms; undefined for a gateway without a page. */
  readonly sessionMs?: number;
  /** Begins an attempt. `card` is given for card methods only. */
  begin(order: AttemptOrder, card?: CardData): Promise<Result<GatewayStart, GatewayError>>;
  /** Verifies the signature of a browser's return or a server's callback, and reads its fields. Called by backend/payments/returns.ts. */
  verifyReport(fields: Readonly<Record<string, string>>): Result<GatewayReport, ReturnError>;
  /** Returns the attempt's number from a return or callback, without verifying it: to find the attempt. */
  readNumber(fields: Readonly<Record<string, string>>): string | null;
  /** Verifies and reads a callback that reports a dispute; null if the fields are those of another report. For gateways that report disputes. */
  verifyDispute?(fields: Readonly<Record<string, string>>): Result<DisputeReport, ReturnError> | null;
  /** Queries the gateway for the state of an attempt. */
  enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /**
   * Withdraws a code, so that it can no longer be paid. Status 'cancelled' if it was withdrawn, 'successful' if it had been paid. Required
   * where a code stays payable after the payer has left its page.
   */
  withdraw?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /** Voids an approved payment, for gateways that verify cards by a payment. Status 'cancelled' once it is voided. */
  voidPayment?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
}
