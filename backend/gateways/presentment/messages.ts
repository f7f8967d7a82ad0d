import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import type { GatewayReport, GatewayStatus } from '../gateway';
import { responseFields, reportFields } from '../signed-reports';

/** The outcomes of a presentment code (README.md, Calls). */
const presentmentOutcomes = ['waiting', 'paid', 'declined', 'expired', 'withdrawn', 'not-found'] as const;
type PresentmentOutcome = (typeof presentmentOutcomes)[number];

const statusOfOutcome = {
  waiting: 'pending',
  paid: 'successful',
  declined: 'failed',
  expired: 'expired',
  withdrawn: 'cancelled',
  'not-found': 'unknown',
} as const satisfies Record<PresentmentOutcome, GatewayStatus>;

export const responseSchema = z.object({
  ...responseFields,
  outcome: z.enum(presentmentOutcomes),
  /** The text of the barcode or QR; empty if the network has none. */
  code: z.string().max(512),
  /** Where it was paid, for the receipt: the name of a counter or bank. */
  place: z.string().max(60),
});

export const reportSchema = z.object({
  ...reportFields,
  outcome: z.enum(presentmentOutcomes),
  place: z.string().max(60),
});

/** Converts a network's response to a gateway report. */
export function toReport(message: {
  readonly number: string;
  readonly outcome: PresentmentOutcome;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly place: string;
}): GatewayReport {
  return {
    number: message.number,
    status: statusOfOutcome[message.outcome],
    amount: sen(message.amount),
    currency: message.currency,
    gatewayReference: message.reference,
    reasonCode: message.outcome,
    bankName: message.place === '' ? null : message.place,
  };
}
