import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { Sen } from '@/lib/domain/money';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import type { Result } from '@/lib/domain/result';

/** What a gateway is told of one attempt to pay. */
export interface AttemptOrder {
  /** Our number of the attempt at the gateway: 20 lower-case letters and digits, unguessable, unique. */
  readonly number: string;
  readonly amount: Sen;
  readonly description: string;
  readonly payerEmail: string;
  /** As the payer gave it; null when none was given. */
  readonly payerPhone: string | null;
  readonly payerAddress: string;
  /** When the attempt began and when the payer must be done, ISO 8601. */
  readonly startedAt: string;
  readonly deadline: string;
  /** The gateway's own choice: a bank's id, a wallet, a carrier; null where it has none. */
  readonly provider: string | null;
}

/** A card in the clear, in memory only, on its way to the acquirer. */
export interface CardData {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly cvv: string | null;
  readonly name: string;
}

export const verdicts = [
  'successful',
  'failed',
  'cancelled',
  'expired',
  'pending',
  'pending-approval',
  'unknown',
] as const;
/** What a gateway says of an attempt. 'unknown' is an answer too: it has never heard of it. */
export type Verdict = (typeof verdicts)[number];

/** A gateway's word on one attempt, its signature already checked. */
export interface GatewayReport {
  /** Our number of the attempt, as the gateway repeats it. */
  readonly number: string;
  readonly verdict: Verdict;
  readonly amount: Sen;
  readonly currency: string;
  /** The gateway's own transaction number; empty when it has none. */
  readonly gatewayReference: string;
  /** The gateway's code behind the verdict, for history and support. */
  readonly reasonCode: string;
  /** The bank's or card scheme's name for the receipt; null when the gateway says none. */
  readonly bankName: string | null;
}

export type ReturnError = 'malformed' | 'unsigned';
export type GatewayError = 'unreachable' | 'refused';

/**
 * How an attempt goes on: to a gateway's page, with a code that the payer shows at a counter or scans, or, since a card gateway may need no
 * page of its own, with its word at once. A code is good until `expiresAt`, ISO 8601.
 */
export type GatewayStart =
  | { readonly kind: 'redirect'; readonly request: GatewayRequest }
  | { readonly kind: 'barcode'; readonly text: string; readonly expiresAt: string }
  | { readonly kind: 'qr'; readonly payload: string; readonly expiresAt: string }
  | { readonly kind: 'report'; readonly report: GatewayReport };

/** How a gateway reaches us. */
export interface GatewayAddresses {
  /** The last part of its callback address. Gateways that their network calls at one address share it; null for one that never calls. */
  readonly callback: string | null;
  /** The result routes to which it sends the payer's browser back. */
  readonly returnRoutes: readonly ResultRoute[];
}

/** Gives the address that a gateway's server calls, of the backend at `backendUrl`. */
export function callbackUrlOf({ callback }: { readonly callback: string }, backendUrl: string): string {
  return `${backendUrl}/callbacks/${callback}`;
}

/**
 * One way to move money. A gateway knows its wire format, signatures and codes, and nothing of orders, states or the database.
 * Every method may be called again for the same attempt: gateways know attempts by their number.
 */
export interface Gateway extends GatewayAddresses {
  readonly name: string;
  /** Begins an attempt. `card` is given for card methods only. */
  begin(order: AttemptOrder, card?: CardData): Promise<Result<GatewayStart, GatewayError>>;
  /** Reads the fields of a browser's return or of a server's callback: believed only when its signature holds. */
  verifyReport(fields: Readonly<Record<string, string>>): Result<GatewayReport, ReturnError>;
  /** Our number that a return speaks of, signed or not: for asking the gateway itself. */
  readNumber(fields: Readonly<Record<string, string>>): string | null;
  /** Asks the gateway what it knows of an attempt. */
  enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /**
   * Where a code can still be paid after the payer has turned away from it: makes the gateway take no more money for it. Verdict 'cancelled'
   * when that is done, 'successful' when it was paid before.
   */
  withdraw?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
  /** Gives an approved payment back in full, where cards can be verified so. Verdict 'cancelled' when it is done. */
  voidPayment?(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
}
