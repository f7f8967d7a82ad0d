/**
 * Codes behind a failure that have words of their own, under `reasons`: the card acquirer's, and FPX's debitAuthCode. For all others
 * the outcome's own words must do.
 */
const reasonMessageKeys: ReadonlyMap<
  string,
  | 'declined'
  | 'insufficientFunds'
  | 'expiredCard'
  | 'wrongCvv'
  | 'bankUnavailable'
  | 'limitExceeded'
  | 'authenticationFailed'
> = new Map([
  ['declined', 'declined'],
  ['insufficient-funds', 'insufficientFunds'],
  ['expired-card', 'expiredCard'],
  ['wrong-cvv', 'wrongCvv'],
  ['authentication-failed', 'authenticationFailed'],
  ['51', 'insufficientFunds'],
  ['90', 'bankUnavailable'],
  ['2A', 'limitExceeded'],
  ['48', 'limitExceeded'],
] as const);

/** Gives the key of a reason's words; null for a code without any. */
export function reasonMessageKey(code: string | null) {
  return code === null ? null : (reasonMessageKeys.get(code) ?? null);
}
