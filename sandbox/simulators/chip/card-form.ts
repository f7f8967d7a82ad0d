import { getCardBrand } from '@/lib/domain/card/card-number';
import { failure, success, type Result } from '@/lib/domain/result';
import { findCardOutcome, type DeclineReason } from '../../scenarios/cards';
import type { AttemptEnd } from './account';
import type { MethodName } from './methods';
import type { StoredCard } from './purchase';

type Form = Readonly<Record<string, string | undefined>>;

/** A card that was typed, as the simulator keeps it, and how its issuer answers; `challenge`: on its 3-D Secure page. */
export interface TypedCard {
  readonly method: MethodName;
  readonly card: StoredCard;
  readonly remembersCard: boolean;
  readonly end: AttemptEnd | 'challenge';
}

/** The fields of a form that is posted to `direct_post_url`, as CHIP's OpenAPI has them. */
const fields = [
  { name: 'cardholder_name', longest: 30, pattern: /^[A-Za-z '.-]+$/ },
  { name: 'card_number', longest: 19, pattern: /^\d{12,}$/ },
  { name: 'expires', longest: 5, pattern: /^(?:0[1-9]|1[0-2])\/\d{2}$/ },
  { name: 'cvc', longest: 4, pattern: /^\d{3,4}$/ },
] as const;

const methodOfBrand = { visa: 'visa', mastercard: 'mastercard', amex: 'american_express' } as const;

const errorOfReason = {
  declined: 'do_not_honour',
  'insufficient-funds': 'insufficient_funds',
  'expired-card': 'expired_card',
  // CHIP, Testing Integration: an incorrect CVC is an authorization failure.
  'wrong-cvv': 'authorization_failed',
} as const satisfies Record<DeclineReason, string>;

/** CHIP's own test card without 3-D Secure, which is approved with this CVC only. */
const chipTestCard = { number: '4444333322221111', cvc: '123' };

function findMalformed(form: Form): string | null {
  for (const { name, longest, pattern } of fields) {
    const value = form[name] ?? '';
    if (value === '') return `validation_${name}_not_provided`;
    if (value.length > longest) return `validation_${name}_too_long`;
    if (!pattern.test(value)) return `validation_${name}_invalid`;
  }
  return null;
}

function decide(number: string, cvc: string): AttemptEnd | 'challenge' {
  if (number === chipTestCard.number) {
    return cvc === chipTestCard.cvc ? { kind: 'approved' } : { kind: 'failed', error: 'authorization_failed' };
  }
  const outcome = findCardOutcome(number);
  switch (outcome.kind) {
    case 'challenge':
      return 'challenge';
    case 'approved':
      return { kind: 'approved' };
    case 'declined':
      return { kind: 'failed', error: errorOfReason[outcome.reason] };
    case 'unknown':
      return { kind: 'pending', settlesAfterMs: outcome.settlesAfterMs };
  }
}

/** Parses a card form at a time of the banks' clock, ms; the error is CHIP's code of a failed attempt. */
export function readCardForm(form: Form, allowed: readonly MethodName[], nowMs: number): Result<TypedCard, string> {
  const malformed = findMalformed(form);
  if (malformed !== null) return failure(malformed);
  const { card_number: number = '', expires = '', cvc = '', cardholder_name: name = '' } = form;
  const [month = 0, year = 0] = expires.split('/').map(Number);
  // A card is valid to the end of its month.
  if (nowMs >= Date.UTC(2000 + year, month, 1)) return failure('validation_expires_invalid');
  const brand = getCardBrand(number);
  const method = brand === null ? null : methodOfBrand[brand];
  if (method === null || !allowed.includes(method)) return failure('no_matching_terminal');
  const end = decide(number, cvc);
  const card = {
    masked_pan: `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`,
    three_d_secure: end === 'challenge',
    ...{ expiry_month: month, expiry_year: year, cardholder_name: name },
  };
  return success({ method, card, remembersCard: form.remember_card === 'on', end });
}
