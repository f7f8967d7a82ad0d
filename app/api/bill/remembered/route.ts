import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { routes } from '@/lib/routes';
import { lookUpLimits, lookUpRememberedBill } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';
import { leaveHalf } from '@/lib/server/security/rate-limits';

/**
 * Tells the home page about the bill of the account that its device remembers. The page asks by itself, so it counts for the limits of look-ups, and
 * leaves half of each to the payer. Security, row 61.
 */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: [],
  parse: async (fields) => parseForm(lookupFormSchema, fields),
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ accountNumber }, visit) => leaveHalf(lookUpLimits(accountNumber, visit)),
  send: lookUpRememberedBill,
});
