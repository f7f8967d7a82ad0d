import { cardBrands } from '@/lib/domain/card/card-fields';
import { zeroSen } from '@/lib/domain/money';
import type { AttemptOrder, GatewayReport, GatewayStatus, KeptCard, VerificationReport } from '../gateway';
import { codeOfFailure } from './declines';
import { keptCardSchema, type StripeSetupSession } from './messages';
import { writeToken } from './token-ids';

/** Reads the card of a setup that has succeeded; null for one of a brand that we do not register, or that is not attached to its customer. */
function readKeptCard(answer: unknown): KeptCard | null {
  const read = keptCardSchema.safeParse(answer).data;
  if (read === undefined) return null;
  const { customer, setup_intent: setup } = read;
  const { id: paymentMethod, card, customer: owner } = setup.payment_method;
  const brand = cardBrands.find((known) => known === card.brand);
  if (brand === undefined || owner !== customer) return null;
  const [month, year] = [card.exp_month, card.exp_year % 100].map((part) => String(part).padStart(2, '0'));
  return { token: writeToken({ customer, paymentMethod }), brand, lastFour: card.last4, expiry: `${month}/${year}` };
}

/** Whether a card was declined on the page of a session that is still open, where its payer can enter another one. */
export function isDeclinedAndOpen({ status, setup_intent: setup }: StripeSetupSession): boolean {
  return status === 'open' && Boolean(setup?.last_setup_error);
}

/** How a session ended without a card, `now` in ms: as `statuses.ts` reads that of a payment. */
function readEnd(session: StripeSetupSession, now: number): { status: GatewayStatus; reasonCode: string } {
  const { status, setup_intent: setup, expires_at: expiresAt } = session;
  const error = setup?.last_setup_error;
  if (status === 'expired') {
    if (error) return { status: 'failed', reasonCode: codeOfFailure(error).slice(0, 60) };
    return { status: now < expiresAt * 1000 ? 'cancelled' : 'expired', reasonCode: 'expired' };
  }
  // Complete: the SetupIntent is being processed, or was cancelled by a person in Stripe's dashboard.
  const isCancelled = status === 'complete' && setup?.status === 'canceled';
  return { status: isCancelled ? 'cancelled' : 'pending', reasonCode: (setup?.status ?? status ?? '').slice(0, 60) };
}

/**
 * Reads a session in setup mode that was retrieved with its SetupIntent and payment method. Its amount is none: 0. A card is verified once the
 * SetupIntent has succeeded, which attaches it to the customer.
 */
export function readSetup(
  session: StripeSetupSession,
  answer: unknown,
  { number }: AttemptOrder,
  now: number,
): VerificationReport {
  const report: Omit<GatewayReport, 'status' | 'reasonCode'> = {
    ...{ number, amount: zeroSen, currency: 'MYR' },
    ...{ gatewayReference: session.setup_intent?.id ?? '', bankName: null },
  };
  const { status, setup_intent: setup } = session;
  if (status !== 'complete' || setup?.status !== 'succeeded') {
    return { report: { ...report, ...readEnd(session, now) }, card: null };
  }
  const card = readKeptCard(answer);
  if (card === null) return { report: { ...report, status: 'failed', reasonCode: 'no-token' }, card };
  return { report: { ...report, status: 'successful', reasonCode: 'succeeded' }, card };
}
