import { z } from 'zod';
import { sen, type Sen } from '@/lib/domain/money';
import type { GatewayReport, Verdict } from '../gateway';

/** What the acquirer says of a payment (the acquirer's protocol, Calls). */
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

export const verdictOfOutcome = {
  // The payer is at the issuer's page, or will be.
  challenge: 'pending',
  approved: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  pending: 'pending',
  // The acquirer itself cannot tell yet; its 'not-found' is our 'unknown'.
  unknown: 'pending',
  voided: 'cancelled',
  'not-found': 'unknown',
} as const satisfies Record<AcquirerOutcome, Verdict>;

const largestAmountSen = 99_999_999_999;

export const answerSchema = z.object({
  number: z.string(),
  outcome: z.enum(acquirerOutcomes),
  reason: z.string().max(64),
  amount: z.int().min(0).max(largestAmountSen),
  currency: z.string().length(3),
  reference: z.string().max(64),
  scheme: z.string().max(32),
  threeDSecure: z.object({ url: z.url({ protocol: /^https?$/ }), fields: z.record(z.string(), z.string()) }).nullable(),
});
export type AcquirerAnswer = z.infer<typeof answerSchema>;

export const reportSchema = z.object({
  keyId: z.string(),
  channel: z.enum(['return', 'callback']),
  number: z.string().min(1).max(40),
  outcome: z.enum(acquirerOutcomes),
  reason: z.string().max(64),
  amount: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,10})$/)
    .transform(Number),
  currency: z.string().length(3),
  reference: z.string().max(64),
  scheme: z.string().max(32),
  reportedAt: z.iso.datetime({ offset: true }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Gives the acquirer's word as a gateway's report. Throws a RangeError for an amount that no schema above lets through. */
export function toReport(said: {
  readonly number: string;
  readonly outcome: AcquirerOutcome;
  readonly reason: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
}): GatewayReport {
  const amount: Sen = sen(said.amount);
  return {
    number: said.number,
    verdict: verdictOfOutcome[said.outcome],
    amount,
    currency: said.currency,
    gatewayReference: said.reference,
    reasonCode: said.reason === '' ? said.outcome : said.reason,
    // The acquirer names the card's scheme, which is no bank.
    bankName: null,
  };
}
