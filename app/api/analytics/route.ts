import { analyticsCookie, isAnalyticsAnswer } from '@/lib/analytics/consent';
import { keepChoice } from '@/lib/server/forms/preference-handler';

/** Keeps whether visits may be counted for half a year, and goes back to the page where that was answered. */
export const POST = keepChoice({ cookie: analyticsCookie, field: 'answer', isChoice: isAnalyticsAnswer, keptFor: 182 });
