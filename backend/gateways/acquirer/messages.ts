import { z } from 'zod';
import { sen, type Sen } from '@/lib/domain/money';
import type { GatewayReport, Verdict } from '../gateway';
import { responseFields, reportFields } from '../signed-reports';

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
