import { sen } from '@/lib/domain/money';
import type { AttemptOrder, GatewayReport, GatewayStatus } from '../gateway';
import { codeOfFailure } from './declines';
import { findPayingName } from './names';
import type { StripeIntent, StripeSession } from './messages';

/** PaymentIntent, status. */
const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const;
/** A session without a PaymentIntent: nobody has tried to pay it. */
type IntentStatus = (typeof intentStatuses)[number] | 'none';

/** Checkout Session, status. */
const sessionStatuses = ['open', 'complete', 'expired'] as const;
type SessionStatus = (typeof sessionStatuses)[number];

/**
 * What a session and its PaymentIntent mean together. While a session is open its payer can pay, or pay in another way after a failure. A
 * PaymentIntent that has succeeded is money, whatever its session says. One that can still succeed keeps its attempt pending.
 */
const statusTable = {
  open: {
    none: 'pending',
    requires_payment_method: 'pending',
    requires_confirmation: 'pending',
    requires_action: 'pending',
    processing: 'pending',
    requires_capture: 'pending',
    succeeded: 'successful',
    canceled: 'pending',
  },
  // The payer has finished. A failure after that is final: the page is gone.
  complete: {
    none: 'pending',
    requires_payment_method: 'failed',
    requires_confirmation: 'pending',
    requires_action: 'pending',
    processing: 'pending',
    requires_capture: 'pending',
    succeeded: 'successful',
    canceled: 'cancelled',
  },
  // Stripe cancels the PaymentIntent of an expired session.
  expired: {
    none: 'expired',
    requires_payment_method: 'expired',
    requires_confirmation: 'expired',
    requires_action: 'pending',
    processing: 'pending',
    requires_capture: 'pending',
    succeeded: 'successful',
    canceled: 'expired',
  },
} as const satisfies Readonly<Record<SessionStatus, Readonly<Record<IntentStatus, GatewayStatus>>>>;

function readIntentStatus(intent: StripeIntent | null): IntentStatus | null {
  return intent === null ? 'none' : (intentStatuses.find((status) => status === intent.status) ?? null);
}

function readSessionStatus(text: string | null): SessionStatus | null {
  return sessionStatuses.find((status) => status === text) ?? null;
}

/** Stripe's code for the last failure of a payer's try; null if none has failed. */
function failureOf(intent: StripeIntent | null): string | null {
  const error = intent?.last_payment_error ?? null;
  return error && codeOfFailure(error);
}

/** Reads the end of an expired session: by a failure of its payer's last try, before its time by us, or by its time. */
function readExpiry({ expires_at: expiresAt }: StripeSession, failure: string | null, now: number): GatewayStatus {
  // Who was declined and left has failed.
  if (failure !== null) return 'failed';
  return now < expiresAt * 1000 ? 'cancelled' : 'expired';
}

function readStatus(session: StripeSession, now: number) {
  const { status: text, payment_intent: intent } = session;
  const sessionStatus = readSessionStatus(text);
  const payment = readIntentStatus(intent);
  const failure = failureOf(intent);
  if (sessionStatus === null || payment === null) {
    return { status: 'pending', reasonCode: `${text ?? ''}/${intent?.status ?? ''}`.slice(0, 60) } as const;
  }
  const known: GatewayStatus = statusTable[sessionStatus][payment];
  const read = known === 'expired' ? readExpiry(session, failure, now) : known;
  return {
    status: read,
    reasonCode: read === 'successful' ? 'succeeded' : (failure ?? (intent?.status || sessionStatus)),
  };
}

/** Reads a session that was retrieved with its PaymentIntent, `now` in ms. A success reports what was received. */
export function readSession(session: StripeSession, now: number): GatewayReport {
  const { payment_intent: intent } = session;
  const { status, reasonCode } = readStatus(session, now);
  const isPaid = status === 'successful' && intent !== null;
  const charge = intent?.latest_charge;
  const details = typeof charge === 'object' ? charge?.payment_method_details : null;
  return {
    number: session.client_reference_id,
    status,
    amount: sen(isPaid ? intent.amount_received : session.amount_total),
    currency: (isPaid ? intent.currency : session.currency).toUpperCase(),
    gatewayReference: intent?.id ?? '',
    reasonCode,
    bankName: details ? findPayingName(details) : null,
  };
}

/** The report of an attempt that Stripe was never asked for, or whose answer was lost: no payer was sent to it. */
export function reportUnknown({ number, amount }: AttemptOrder): GatewayReport {
  return {
    ...{ number, amount, status: 'unknown', currency: 'MYR' },
    ...{ gatewayReference: '', reasonCode: '', bankName: null },
  };
}
