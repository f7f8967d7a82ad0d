import { randomBytes } from 'node:crypto';
import { getCardBrand } from '@/lib/domain/card/card-number';
import {
  findCardOutcome,
  findChargeOutcome,
  type CardOutcome,
  type ChargeMode,
  type ChargeOutcome,
} from '../../scenarios/cards';
import type { BankPayment } from '../bank/bank-payment';
import type { AuthoriseRequest } from './request';

/** A card is valid to the end of its month. */
function isExpired(expiry: string, nowMs: number): boolean {
  const [month, year] = expiry.split('/').map(Number);
  return nowMs >= Date.UTC(2000 + (year ?? 0), month ?? 0, 1);
}

function decideCardOutcome(
  request: AuthoriseRequest,
  scheme: string,
  nowMs: number,
  mode: ChargeMode | null,
): CardOutcome | ChargeOutcome | { kind: 'refused' } {
  if (request.instalment && scheme === 'amex') return { kind: 'refused' };
  if (isExpired(request.card.expiry, nowMs)) return { kind: 'declined', reason: 'expired-card' };
  if (request.initiator === 'payer') return findCardOutcome(request.card.number);
  if (mode === 'approved' || mode === 'lost') return { kind: 'approved' };
  return mode === null || mode === 'down' ? findChargeOutcome(request.card.number) : { kind: 'declined', reason: mode };
}

/**
 * What the acquirer stores of an authorisation: of the card only the last four digits and the scheme. `mode`: how the control `charges` has a
 * charge without the payer end.
 */
export function buildCardPayment(request: AuthoriseRequest, nowMs: number, mode: ChargeMode | null): BankPayment {
  const scheme = getCardBrand(request.card.number) ?? 'other';
  const outcome = decideCardOutcome(request, scheme, nowMs, mode);
  const at = new Date(nowMs).toISOString();
  const state = {
    challenge: 'open',
    approved: 'approved',
    declined: 'declined',
    refused: 'declined',
    unknown: 'unknown',
  } as const satisfies Record<typeof outcome.kind, BankPayment['state']>;
  return {
    rail: 'acquirer',
    number: request.number,
    session: randomBytes(20).toString('base64url'),
    reference: `AQ${randomBytes(6).toString('hex').toUpperCase()}`,
    merchant: request.merchant,
    description: request.description,
    amount: request.amount,
    currency: request.currency,
    isCorporate: false,
    openedAt: at,
    timesOutAt: request.expiresAt,
    state: state[outcome.kind],
    reason: outcome.kind === 'declined' ? outcome.reason : outcome.kind === 'refused' ? 'instalment-refused' : '',
    decidedAt: at,
    settlesAt: outcome.kind === 'unknown' ? new Date(nowMs + outcome.settlesAfterMs).toISOString() : null,
    button: null,
    details: {
      scheme,
      lastFour: request.card.number.slice(-4),
      returnUrl: request.returnUrl,
      callbackUrl: request.callbackUrl,
    },
  };
}

/** Whether a repeated authorisation is for the same payment. */
export function isSamePayment(payment: BankPayment, request: AuthoriseRequest): boolean {
  return (
    payment.rail === 'acquirer' &&
    payment.amount === request.amount &&
    payment.details.lastFour === request.card.number.slice(-4)
  );
}
