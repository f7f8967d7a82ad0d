import { analyticsCookie, isConsentAnswer } from '@/lib/analytics/consent';
import { makePreferenceHandler } from '@/lib/server/forms/preference-handler';

/** Stores the consent to analytics for half a year, and redirects back to the page. */
export const POST = makePreferenceHandler({
  cookie: analyticsCookie,
  field: 'answer',
  isValid: isConsentAnswer,
  maxAgeDays: 182,
});
