/*
 * Why Stripe declines a charge: its decline code, or its error code where it has none (docs.stripe.com/declines/codes, docs.stripe.com/error-codes),
 * and what it advises (docs.stripe.com/declines/card, Retrying issuer declines).
 */

/** What Stripe calls an error, `last_payment_error` of a PaymentIntent or `last_setup_error` of a SetupIntent. */
interface StripeFailure {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly advice_code?: string | null | undefined;
}

/** Returns Stripe's code of a failure. */
export function codeOfFailure({ decline_code: declineCode, code, type }: StripeFailure): string {
  return declineCode ?? code ?? type ?? 'unknown';
}

/** Stripe's advice after which a card must not be charged again, as card networks and issuers give it. */
const neverAgain = 'do_not_try_again';

/** The issuer wants the payer to authenticate, which a charge without the payer cannot. */
const authenticationCode = 'authentication_required';

/**
 * Codes after which a card must not be charged again: those that Stripe's own retries do not repeat
 * (docs.stripe.com/billing/revenue-recovery/smart-retries), but what concerns one payment only, and what only the payer or the issuer can renew.
 */
const finalCodes: ReadonlySet<string> = new Set([
  ...['lost_card', 'stolen_card', 'pickup_card', 'incorrect_number', 'invalid_number', 'invalid_account'],
  ...['revocation_of_authorization', 'revocation_of_all_authorizations', 'stop_payment_order'],
  ...['transaction_not_allowed', 'card_not_supported', 'expired_card'],
]);

/** Returns the code of a charge's decline, with Stripe's advice if that is never to charge the card again. */
export function readDecline(failure: StripeFailure): string {
  if (failure.code === authenticationCode || failure.decline_code === authenticationCode) return authenticationCode;
  const code = codeOfFailure(failure);
  const isNeverAgain = failure.advice_code === neverAgain && !finalCodes.has(code);
  return isNeverAgain ? `${code.slice(0, 40)}:${neverAgain}` : code.slice(0, 60);
}

/** Whether a card must not be charged again after a decline that `readDecline` has read. */
export function isFinalDecline(reasonCode: string): boolean {
  return finalCodes.has(reasonCode) || reasonCode.endsWith(`:${neverAgain}`);
}

/** What a code tells of the bank or wallet: it could not be reached, or there was an error while the payment was processed (docs.stripe.com/declines/codes). */
export function readCause(reasonCode: string): 'fault' | null {
  return reasonCode === 'issuer_not_available' || reasonCode === 'processing_error' ? 'fault' : null;
}

/** Whether a decline asks for the payer. */
export function needsPayer(reasonCode: string): boolean {
  return reasonCode === authenticationCode;
}
