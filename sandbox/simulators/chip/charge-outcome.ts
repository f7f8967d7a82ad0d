import { cardScenarios, findChargeOutcome, type ChargeMode, type ChargeOutcome } from '../../scenarios/cards';
import type { StoredCard } from './purchase';

/** How a charge by a token ends. `settlesAfterMs`: the acquirer does not know it until then. */
export type TokenChargeEnd =
  | { readonly kind: 'approved' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'pending'; readonly settlesAfterMs: number };

/** CHIP's error codes, `transaction_data.attempts[].error.code` of its OpenAPI; it has none of a closed account or a stopped payment. */
const errorOfReason = {
  declined: 'do_not_honour',
  'insufficient-funds': 'insufficient_funds',
  'expired-card': 'expired_card',
  'wrong-cvv': 'authorization_failed',
  'lost-or-stolen': 'lost_card',
  'account-closed': 'invalid_card_number',
  'stop-payment': 'transaction_not_permitted_to_cardholder',
  'authentication-required': '3ds_authentication_failed',
} as const satisfies Record<Extract<ChargeOutcome, { kind: 'declined' }>['reason'], string>;

/** The sandbox's outcome of a charge of a card, of which the digits in the middle are not stored. */
function findOutcome({ masked_pan: masked }: StoredCard): ChargeOutcome {
  const isMasked = (number: string) =>
    number.slice(0, 6) === masked.slice(0, 6) && number.slice(-4) === masked.slice(-4);
  return findChargeOutcome(cardScenarios.find(({ number }) => isMasked(number))?.number ?? '');
}

function toEnd(outcome: ChargeOutcome): TokenChargeEnd {
  switch (outcome.kind) {
    case 'approved':
      return { kind: 'approved' };
    case 'declined':
      return { kind: 'failed', error: errorOfReason[outcome.reason] };
    case 'unknown':
      return { kind: 'pending', settlesAfterMs: outcome.settlesAfterMs };
  }
}

/** Decides how a charge by a token ends, at a time of the banks' clock, ms. `mode`: how the control `charges` has it end; null: as the card says. */
export function decideCharge(
  card: StoredCard | null,
  mode: Exclude<ChargeMode, 'down'> | null,
  nowMs: number,
): TokenChargeEnd {
  if (card === null) return { kind: 'failed', error: 'transaction_not_supported_or_not_valid_for_card' };
  // A card is valid to the end of its month.
  if (nowMs >= Date.UTC(2000 + card.expiry_year, card.expiry_month, 1))
    return { kind: 'failed', error: 'expired_card' };
  if (mode === 'approved' || mode === 'lost') return { kind: 'approved' };
  return toEnd(mode === null ? findOutcome(card) : { kind: 'declined', reason: mode });
}
