import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import type { GatewayReport, Verdict } from '../gateway';
import { answeredFields, reportedFields } from '../signed-reports';

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

export const answerSchema = z.object({
  ...answeredFields,
  outcome: z.enum(codeOutcomes),
  /** What is shown as a barcode or QR; empty where the network knows none. */
  code: z.string().max(512),
  /** Where it was paid, for the receipt: a counter's or a bank's name. */
  place: z.string().max(60),
});

export const reportSchema = z.object({
  ...reportedFields,
  outcome: z.enum(codeOutcomes),
  place: z.string().max(60),
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
