import { getCardBrand } from '@/lib/domain/card/card-number';
import {
  cardScenarios,
  findCardOutcome,
  findChargeOutcome,
  type ChargeMode,
  type ChargeOutcome,
} from '../../scenarios/cards';
import type { Card, StripeError } from './session';

type Reason = Extract<ChargeOutcome, { kind: 'declined' }>['reason'];

function cardError(code: string, declineCode: string, adviceCode: string | null = null): StripeError {
  return { type: 'card_error', code, decline_code: declineCode, advice_code: adviceCode };
}

/** Stripe's codes (docs.stripe.com/declines/codes), and those of its test cards (docs.stripe.com/testing). */
const errorOfReason = {
  declined: cardError('card_declined', 'generic_decline', 'try_again_later'),
  'insufficient-funds': cardError('card_declined', 'insufficient_funds', 'try_again_later'),
  'expired-card': cardError('expired_card', 'expired_card'),
  'wrong-cvv': cardError('incorrect_cvc', 'incorrect_cvc', 'confirm_card_data'),
  'lost-or-stolen': cardError('card_declined', 'lost_card', 'do_not_try_again'),
  'account-closed': cardError('card_declined', 'invalid_account', 'do_not_try_again'),
  'stop-payment': cardError('card_declined', 'revocation_of_authorization', 'do_not_try_again'),
  'authentication-required': cardError('authentication_required', 'authentication_required'),
} as const satisfies Record<Reason, StripeError>;

/** A card is valid to the end of its month. */
function isExpired({ expYear, expMonth }: Card, nowMs: number): boolean {
  return nowMs >= Date.UTC(expYear, expMonth, 1);
}

/** How a charge of a kept card ends. `settlesAfterMs`: the issuer's answer is not known until then. */
export type ChargeEnd =
  | { readonly kind: 'approved' }
  | { readonly kind: 'failed'; readonly error: StripeError }
  | { readonly kind: 'pending'; readonly settlesAfterMs: number };

/** The number of a card, of which the digits in the middle are not stored; empty for one that the sandbox does not publish. */
function findNumber({ bin, last4 }: Card): string {
  return cardScenarios.find(({ number }) => number.startsWith(bin) && number.endsWith(last4))?.number ?? '';
}

/** Decides how a charge ends, at a time of the banks' clock, ms. `mode`: as the control `charges` has it; null: as the card says. */
export function decideCharge(card: Card, mode: Exclude<ChargeMode, 'down'> | null, nowMs: number): ChargeEnd {
  if (isExpired(card, nowMs)) return { kind: 'failed', error: errorOfReason['expired-card'] };
  if (mode === 'approved' || mode === 'lost') return { kind: 'approved' };
  if (mode !== null) return { kind: 'failed', error: errorOfReason[mode] };
  const outcome = findChargeOutcome(findNumber(card));
  switch (outcome.kind) {
    case 'approved':
      return outcome;
    case 'declined':
      return { kind: 'failed', error: errorOfReason[outcome.reason] };
    case 'unknown':
      return { kind: 'pending', settlesAfterMs: outcome.settlesAfterMs };
  }
}

type Form = Readonly<Record<string, string | undefined>>;

/** What the issuer says of a card that was typed in to be kept: `challenge`, on its 3-D Secure page. */
export interface EnteredCard {
  readonly card: Card;
  readonly name: string;
  readonly end: 'approved' | 'challenge' | StripeError;
}

/** Parses the form of Stripe's page at a time of the banks' clock, ms; null for fields that the page does not take. */
export function readCardForm(form: Form, nowMs: number): EnteredCard | null {
  const number = (form['cardNumber'] ?? '').replaceAll(' ', '');
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(form['cardExpiry'] ?? '') ?? [];
  const brand = getCardBrand(number);
  const name = (form['billingName'] ?? '').slice(0, 100);
  if (!/^\d{12,19}$/.test(number) || month === '' || !/^\d{3,4}$/.test(form['cardCvc'] ?? '')) return null;
  if (brand === null || name === '') return null;
  const card = {
    ...{ brand, bin: number.slice(0, 6), last4: number.slice(-4) },
    ...{ expMonth: Number(month), expYear: 2000 + Number(year) },
  };
  if (isExpired(card, nowMs)) return { card, name, end: errorOfReason['expired-card'] };
  const outcome = findCardOutcome(number);
  switch (outcome.kind) {
    case 'challenge':
      return { card, name, end: 'challenge' };
    case 'declined':
      return { card, name, end: errorOfReason[outcome.reason] };
    // To keep a card moves no money: only a charge of it has an outcome that is not known.
    case 'approved':
    case 'unknown':
      return { card, name, end: 'approved' };
  }
}
