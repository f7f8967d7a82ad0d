/**
 * Failure codes with their own message, below `reasons`: the card acquirer's codes and FPX's debitAuthCode. For other codes only the
 * outcome's text is shown.
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

/** Returns the message key of a failure code; null for a code without a message. */
export function reasonMessageKey(code: string | null) {
  return code === null ? null : (reasonMessageKeys.get(code) ?? null);
}
