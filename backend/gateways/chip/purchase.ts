import { z } from 'zod';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { sen } from '@/lib/domain/money';
import type { ReceiptCard } from '@/lib/domain/receipt/receipt';
import type { GatewayReport, GatewayStatus } from '../gateway';
import { readRememberedCard } from './kept-card';
import { corporateMethod, findMethodName } from './methods';

/*
 * What we read of CHIP's schema `Purchase`. Fields that we do not read may have any form.
 */

/** An amount in sen. */
const amount = z.int().min(0).max(99_999_999_999);

const attemptSchema = z.object({
  type: z.string().optional().catch(undefined),
  successful: z.boolean().optional().catch(undefined),
  error: z.object({ code: z.string() }).nullish().catch(null),
});

export const purchaseSchema = z.object({
  type: z.literal('purchase'),
  id: z.uuid(),
  status: z.string().max(64),
  reference: z.string().max(128),
  purchase: z.object({ total: amount, currency: z.string().length(3) }),
  /** Null while it is not paid. */
  payment: z.object({ amount, currency: z.string().length(3) }).nullable(),
  transaction_data: z
    .object({
      payment_method: z.string().catch(''),
      /** Of a card: the receipt has its last four digits, and kept-card.ts reads the rest. */
      extra: z
        .looseObject({ masked_pan: z.string().regex(/\d{4}$/) })
        .optional()
        .catch(undefined),
      /** Newest first. */
      attempts: z.array(attemptSchema).catch([]),
    })
    .catch({ payment_method: '', attempts: [] }),
  /** Its card was kept: the purchase's id is its token. */
  is_recurring_token: z.boolean().catch(false),
  /** A person has marked it as paid in CHIP's portal: CHIP has received nothing. */
  marked_as_paid: z.boolean().default(false),
  refundable_amount: amount.optional().catch(undefined),
  refund_availability: z.string().optional().catch(undefined),
  payment_method_whitelist: z.array(z.string()).nullish().catch(null),
  status_history: z.array(z.object({ status: z.string() })).catch([]),
});
export type ChipPurchase = z.output<typeof purchaseSchema>;

const pageUrl = z.url({ protocol: /^https?$/ }).max(500);
/** A purchase that was just created; `direct_post_url` is null where an account or a purchase has no direct post. */
export const createdSchema = purchaseSchema.extend({ checkout_url: pageUrl, direct_post_url: pageUrl.nullish() });

/** The published values of `PurchaseStatus`. */
export type ChipStatus =
  | 'created'
  | 'sent'
  | 'viewed'
  | 'error'
  | 'cancelled'
  | 'overdue'
  | 'expired'
  | 'blocked'
  | 'hold'
  | 'released'
  | 'pending_release'
  | 'pending_capture'
  | 'preauthorized'
  | 'paid'
  | 'pending_execute'
  | 'pending_charge'
  | 'cleared'
  | 'settled'
  | 'chargeback'
  | 'pending_refund'
  | 'refunded';

/** Nobody has begun to pay: its page is open. */
type OpenStatus = 'created' | 'sent' | 'viewed' | 'overdue';

const openStatuses = ['created', 'sent', 'viewed', 'overdue'] as const satisfies readonly OpenStatus[];

/**
 * What each status says of an attempt. We never ask for a hold or a capture, and for a preauthorization of a card without a payment only
 * (tokens.ts): those of a payment wait for a person.
 * So does what is disputed or being refunded before we knew that it was paid: its money is not ours for now.
 */
const statusTable = {
  created: 'pending',
  sent: 'pending',
  viewed: 'pending',
  overdue: 'pending',
  error: 'failed',
  blocked: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  hold: 'pending',
  pending_capture: 'pending',
  pending_release: 'pending',
  released: 'cancelled',
  preauthorized: 'pending',
  paid: 'successful',
  cleared: 'successful',
  settled: 'successful',
  pending_execute: 'pending',
  pending_charge: 'pending',
  chargeback: 'pending',
  pending_refund: 'pending',
  refunded: 'cancelled',
} as const satisfies Record<ChipStatus, GatewayStatus>;

function isChipStatus(status: string): status is ChipStatus {
  return Object.hasOwn(statusTable, status);
}

/** Whether its page is open and nobody has tried to pay yet. */
export function isOpen({ status }: ChipPurchase): boolean {
  return openStatuses.some((open) => open === status);
}

function statusOf(purchase: ChipPurchase): GatewayStatus {
  const { status, payment_method_whitelist: methods } = purchase;
  if (!isChipStatus(status) || purchase.marked_as_paid) return 'pending';
  // A company's payment that its bank has, and that a second person has not approved yet.
  if (status === 'pending_execute' && methods?.length === 1 && methods[0] === corporateMethod)
    return 'pending-approval';
  return statusTable[status];
}

const longestCode = 64;

/** CHIP's error code of the last failed attempt, or the status. */
function reasonOf({ status, marked_as_paid: isMarked, transaction_data: { attempts } }: ChipPurchase): string {
  if (isMarked) return 'marked_as_paid';
  const code = status === 'error' || status === 'blocked' ? attempts[0]?.error?.code : undefined;
  return (code || status).slice(0, longestCode);
}

/**
 * What a reason tells of the bank or wallet: `issuer_not_available` of CHIP's error codes, and the status of a payment that the bank has and that has no
 * outcome. Others are the payer's, or do not tell; an expired purchase may never have been opened.
 */
export function readCause(reasonCode: string): 'fault' | 'unfinished' | null {
  if (reasonCode === 'issuer_not_available') return 'fault';
  return reasonCode === 'pending_execute' ? 'unfinished' : null;
}

/** Returns the card that paid; CHIP's names of the brands are ours. Null for another method, and for a brand that is not accepted here. */
function cardOf({ transaction_data: { payment_method: method, extra } }: ChipPurchase): ReceiptCard | null {
  const brand = cardBrands.find((known) => known === method);
  return brand === undefined || extra === undefined ? null : { brand, lastFour: extra.masked_pan.slice(-4) };
}

/**
 * Returns the report on a purchase: in sen what was paid, else its total. A purchase of which a part was refunded before we knew that it was paid is
 * reported with what is left.
 */
export function toReport(purchase: ChipPurchase): GatewayReport {
  const { payment, refundable_amount: left = 0 } = purchase;
  const isPartlyRefunded = purchase.status === 'refunded' && !purchase.marked_as_paid && left > 0;
  const card = cardOf(purchase);
  const paid = payment ?? { amount: purchase.purchase.total, currency: purchase.purchase.currency };
  const remembered = readRememberedCard(purchase, purchase.id);
  return {
    number: purchase.reference,
    status: isPartlyRefunded ? 'successful' : statusOf(purchase),
    amount: sen(isPartlyRefunded ? left : paid.amount),
    currency: paid.currency,
    gatewayReference: purchase.id,
    reasonCode: reasonOf(purchase),
    bankName: findMethodName(purchase.transaction_data.payment_method),
    ...(card && { card }),
    ...(remembered !== undefined && { remembered }),
  };
}
