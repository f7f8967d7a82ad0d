import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import type { GatewayReport, Verdict } from '../gateway';

/** What a network says of a code that payers show or scan (README, Calls). */
const codeOutcomes = ['waiting', 'paid', 'declined', 'expired', 'withdrawn', 'not-found'] as const;
type CodeOutcome = (typeof codeOutcomes)[number];

const verdictOfOutcome = {
  waiting: 'pending',
  paid: 'successful',
  declined: 'failed',
  expired: 'expired',
  withdrawn: 'cancelled',
  'not-found': 'unknown',
} as const satisfies Record<CodeOutcome, Verdict>;

const largestAmountSen = 99_999_999_999;

export const answerSchema = z.object({
  number: z.string(),
  outcome: z.enum(codeOutcomes),
  /** What is shown as a barcode or QR; empty where the network knows none. */
  code: z.string().max(512),
  amount: z.int().min(0).max(largestAmountSen),
  currency: z.string().length(3),
  reference: z.string().max(64),
  /** Where it was paid, for the receipt: a counter's or a bank's name. */
  place: z.string().max(60),
});

export const reportSchema = z.object({
  keyId: z.string(),
  number: z.string().min(1).max(40),
  outcome: z.enum(codeOutcomes),
  amount: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,10})$/)
    .transform(Number),
  currency: z.string().length(3),
  reference: z.string().max(64),
  place: z.string().max(60),
  reportedAt: z.iso.datetime({ offset: true }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Gives a network's word as a gateway's report. */
export function toReport(said: {
  readonly number: string;
  readonly outcome: CodeOutcome;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly place: string;
}): GatewayReport {
  return {
    number: said.number,
    verdict: verdictOfOutcome[said.outcome],
    amount: sen(said.amount),
    currency: said.currency,
    gatewayReference: said.reference,
    reasonCode: said.outcome,
    bankName: said.place === '' ? null : said.place,
  };
}
