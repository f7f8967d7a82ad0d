import { z } from 'zod';
import { sen, type Sen } from '@/lib/domain/money';
import type { DisputeReport, GatewayReport, GatewayStatus, RefundAnswer } from '../gateway';
import { responseFields, reportFields } from '../signed-reports';

/** The outcomes of the acquirer's protocol (README.md, Calls). */
export const acquirerOutcomes = [
  'challenge',
  'approved',
  'declined',
  'cancelled',
  'expired',
  'pending',
  'unknown',
  'voided',
  'not-found',
] as const;
export type AcquirerOutcome = (typeof acquirerOutcomes)[number];

export const statusOfOutcome = {
  // The payer is on the issuer's page, or will be redirected to it.
  challenge: 'pending',
  approved: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  pending: 'pending',
  // The acquirer does not know the outcome yet. Our 'unknown' is its 'not-found'.
  unknown: 'pending',
  voided: 'cancelled',
  'not-found': 'unknown',
} as const satisfies Record<AcquirerOutcome, GatewayStatus>;

export const responseSchema = z.object({
  ...responseFields,
  outcome: z.enum(acquirerOutcomes),
  reason: z.string().max(64),
  scheme: z.string().max(32),
  threeDSecure: z.object({ url: z.url({ protocol: /^https?$/ }), fields: z.record(z.string(), z.string()) }).nullable(),
});
export type AcquirerResponse = z.infer<typeof responseSchema>;

export const reportSchema = z.object({
  ...reportFields,
  channel: z.enum(['return', 'callback']),
  outcome: z.enum(acquirerOutcomes),
  reason: z.string().max(64),
  scheme: z.string().max(32),
});

/** README.md, Disputes. */
export const disputeSchema = z.object({
  ...reportFields,
  channel: z.literal('dispute'),
  dispute: z.string().min(1).max(64),
  outcome: z.enum(['opened', 'won', 'lost']),
  reason: z.string().min(1).max(64),
  /** Empty if there is nothing to answer any more. */
  respondBy: z.union([z.literal(''), z.iso.datetime({ offset: true })]),
});

export function toDisputeReport(message: z.infer<typeof disputeSchema>): DisputeReport {
  const { dispute, number, outcome, amount, currency, reason, respondBy } = message;
  return {
    ...{ dispute, number, status: outcome, amount: sen(amount), currency, reasonCode: reason },
    respondBy: respondBy === '' ? null : respondBy,
  };
}

/** Converts the acquirer's response to a gateway report. Throws a RangeError for an amount that the schemas above refuse. */
export function toReport(message: {
  readonly number: string;
  readonly outcome: AcquirerOutcome;
  readonly reason: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
}): GatewayReport {
  const amount: Sen = sen(message.amount);
  return {
    number: message.number,
    status: statusOfOutcome[message.outcome],
    amount,
    currency: message.currency,
    gatewayReference: message.reference,
    reasonCode: message.reason === '' ? message.outcome : message.reason,
    // The acquirer returns the card's scheme, not a bank.
    bankName: null,
  };
}

/**
 * The reasons of a decline after which a card must not be charged again (README.md, Charges without the payer). They follow Visa's decline
 * category 1, 'issuer will never approve' (codes 04, 07, 14, 15, 41, 43, 46, R0, R1, R3: docs of Checkout.com, Visa response code categories;
 * Forte, Visa Decline Response Code Rules), Mastercard's merchant advice codes 03 and 21 (developer.paypal.com/braintree, Merchant Advice Codes),
 * and, for a card that only its payer can renew, Stripe's next step for `expired_card` (docs.stripe.com/declines/codes).
 */
const finalDeclines: readonly string[] = ['lost-or-stolen', 'account-closed', 'stop-payment', 'expired-card'];

export function isFinalDecline(reasonCode: string): boolean {
  return finalDeclines.includes(reasonCode);
}

/** The issuer wants the payer to authenticate, as Visa's response codes 1A and 70 and Mastercard's 65 do. */
export function needsPayer(reasonCode: string): boolean {
  return reasonCode === 'authentication-required';
}

/** The outcomes of a refund (README.md, Refunds). */
export const refundOutcomes = ['refunded', 'refused', 'pending', 'not-found'] as const;

export const refundSchema = z.object({
  ...responseFields,
  /** Our reference of the refund. */
  refund: z.string().max(64),
  outcome: z.enum(refundOutcomes),
  reason: z.string().max(64),
});
export type RefundResponse = z.infer<typeof refundSchema>;

/** Converts the acquirer's response about a refund. One that it has never heard of was not made: its answer to a refund cannot be that. */
export function toRefundAnswer({ outcome, reason, reference }: RefundResponse): RefundAnswer {
  switch (outcome) {
    case 'refunded':
      return { status: 'succeeded', gatewayReference: reference };
    case 'refused':
      return { status: 'failed', reason: reason === '' ? 'refused' : reason };
    case 'pending':
      return { status: 'pending' };
    case 'not-found':
      return { status: 'unknown' };
  }
}
