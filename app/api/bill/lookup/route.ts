import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { routes } from '@/lib/routes';
import { lookUpBill, lookUpLimits } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';

/** Takes an account number and shows its bill. */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: retainedFields['look-up'],
  parse: async (fields) => parseForm(lookupFormSchema, fields),
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ accountNumber }, visit) => lookUpLimits(accountNumber, visit),
  proofOfWork: ({ accountNumber = '' }) => ({ for: 'look-up', subject: accountNumber }),
  send: lookUpBill,
});
