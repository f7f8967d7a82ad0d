import { isCardMethod, methodTable } from '../methods/method-table';
import type { PaymentMethod } from '../methods/payment-methods';

/**
 * Failure codes with their own message, below `reasons`: the card acquirer's codes, FPX's debitAuthCode, and CHIP's codes of failed attempts. For
 * other codes only the outcome's text is shown.
 */
const reasonMessageKeys: ReadonlyMap<
  string,
  | 'declined'
  | 'insufficientFunds'
  | 'insufficientBalance'
  | 'expiredCard'
  | 'wrongCvv'
  | 'bankUnavailable'
  | 'limitExceeded'
  | 'authenticationFailed'
  | 'invalidCard'
> = new Map([
  ['declined', 'declined'],
  ['insufficient-funds', 'insufficientFunds'],
  ['expired-card', 'expiredCard'],
  ['wrong-cvv', 'wrongCvv'],
  ['authentication-failed', 'authenticationFailed'],
  // The acquirer's other reasons look like any refusal: whoever has found or stolen a card learns nothing from them.
  ['issuer-declined', 'declined'],
  ['instalment-refused', 'declined'],
  ['lost-or-stolen', 'declined'],
  ['account-closed', 'declined'],
  ['stop-payment', 'declined'],
  // Paid from an account: there is no card.
  ['51', 'insufficientBalance'],
  ['90', 'bankUnavailable'],
  ['2A', 'limitExceeded'],
  ['48', 'limitExceeded'],
  ['do_not_honour', 'declined'],
  ['authorization_failed', 'declined'],
  ['restricted_card', 'declined'],
  ['lost_card', 'declined'],
  ['stolen_card', 'declined'],
  ['insufficient_funds', 'insufficientFunds'],
  ['expired_card', 'expiredCard'],
  ['issuer_not_available', 'bankUnavailable'],
  ['exceeds_withdrawal_limit', 'limitExceeded'],
  ['exceeded_account_limit', 'limitExceeded'],
  ['3ds_authentication_failed', 'authenticationFailed'],
  // The fields of a card that was posted to CHIP.
  ['invalid_card_number', 'invalidCard'],
  ['invalid_card_data', 'invalidCard'],
  ['invalid_expires', 'invalidCard'],
  ['no_matching_terminal', 'invalidCard'],
  ['validation_card_details_missing', 'invalidCard'],
  ['validation_card_number_not_provided', 'invalidCard'],
  ['validation_card_number_too_long', 'invalidCard'],
  ['validation_card_number_invalid', 'invalidCard'],
  ['validation_expires_not_provided', 'invalidCard'],
  ['validation_expires_too_long', 'invalidCard'],
  ['validation_expires_invalid', 'invalidCard'],
  ['validation_cvc_not_provided', 'invalidCard'],
  ['validation_cvc_too_long', 'invalidCard'],
  ['validation_cvc_invalid', 'invalidCard'],
] as const);

interface FailedAttempt {
  readonly method: PaymentMethod | null;
  /** The gateway's code. */
  readonly reasonCode: string | null;
}

/** Returns the message key of why an attempt has failed; null for a code without a message. */
export function reasonMessageKey({ method, reasonCode }: FailedAttempt) {
  const key = reasonCode === null ? null : (reasonMessageKeys.get(reasonCode) ?? null);
  return key === 'declined' && method === 'wallet' ? 'walletDeclined' : key;
}

/** Where the money of a failed attempt may have been taken from; `card`: a card that was refused, of which no money is on its way. */
export type MoneySource = 'card' | 'wallet' | 'phone' | 'account';

/**
 * Returns where the money of a failed attempt may have been taken from, to say whom to contact. A card counts as refused, and so not charged, only for
 * a documented reason.
 */
export function moneySourceOf(attempt: FailedAttempt): MoneySource {
  const { method } = attempt;
  if (method === null) return 'account';
  if (isCardMethod(method) && reasonMessageKey(attempt) !== null) return 'card';
  const { category } = methodTable[method];
  return category === 'wallet' ? 'wallet' : category === 'dcb' ? 'phone' : 'account';
}
