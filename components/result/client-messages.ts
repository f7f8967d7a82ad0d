import type { MessagePath } from '@/lib/i18n/pick-messages';

/** The messages of the result screen's client components. */
export const resultMessages = [
  'payment.accountEnding',
  'result.posting',
  'result.postings',
  'result.returnToMerchant',
  'result.returnTo',
  'result.redirectCountdown',
  'result.redirectCountdownTo',
  'result.redirectPaused',
  'result.pauseRedirect',
  'result.resumeRedirect',
  'result.doNotRefresh',
] as const satisfies readonly MessagePath[];
