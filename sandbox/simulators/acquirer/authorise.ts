import { randomBytes } from 'node:crypto';
import { getCardBrand } from '@/lib/domain/card/card-number';
import { findCardOutcome, type CardOutcome } from '../../scenarios/cards';
import type { BankPayment } from '../bank-payment';
import type { AuthoriseRequest } from './request';

/** A card is good to the end of its month. */
function isExpired(expiry: string, nowMs: number): boolean {
  const [month, year] = expiry.split('/').map(Number);
  return nowMs >= Date.UTC(2000 + (year ?? 0), month ?? 0, 1);
}

function judgeCard(request: AuthoriseRequest, scheme: string, nowMs: number): CardOutcome | { kind: 'refused' } {
  if (request.instalment && scheme === 'amex') return { kind: 'refused' };
  if (isExpired(request.card.expiry, nowMs)) return { kind: 'declined', reason: 'expired-card' };
  return findCardOutcome(request.card.number);
}

/** What the acquirer keeps of an authorisation: the card's last four digits and scheme, and no more of it. */
export function buildCardPayment(request: AuthoriseRequest, nowMs: number): BankPayment {
  const scheme = getCardBrand(request.card.number) ?? 'other';
  const judged = judgeCard(request, scheme, nowMs);
  const at = new Date(nowMs).toISOString();
  const state = {
    challenge: 'open',
    approved: 'approved',
    declined: 'declined',
    refused: 'declined',
    unknown: 'unknown',
  } as const satisfies Record<typeof judged.kind, BankPayment['state']>;
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
    state: state[judged.kind],
    reason: judged.kind === 'declined' ? judged.reason : judged.kind === 'refused' ? 'instalment-refused' : '',
    decidedAt: at,
    settlesAt: judged.kind === 'unknown' ? new Date(nowMs + judged.settlesAfterMs).toISOString() : null,
    button: null,
    details: {
      scheme,
      lastFour: request.card.number.slice(-4),
      returnUrl: request.returnUrl,
      callbackUrl: request.callbackUrl,
    },
  };
}

/** Whether a repeated authorisation is of the same payment. */
export function isSamePayment(payment: BankPayment, request: AuthoriseRequest): boolean {
  return (
    payment.rail === 'acquirer' &&
    payment.amount === request.amount &&
    payment.details.lastFour === request.card.number.slice(-4)
  );
}
