import { analyticsCookie, isConsentAnswer } from '@/lib/analytics/consent';
import { makePreferenceHandler } from '@/lib/server/forms/preference-handler';

/** Keeps whether visits may be counted for half a year, and goes back to the page where that was answered. */
export const POST = makePreferenceHandler({
  cookie: analyticsCookie,
  field: 'answer',
  isValid: isConsentAnswer,
  maxAgeDays: 182,
});
