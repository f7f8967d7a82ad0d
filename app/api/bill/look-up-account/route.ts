import { hasRoomFor } from '@/lib/domain/bill/several-accounts';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { failure, success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { readAccountList } from '@/lib/server/bill/account-list';
import { lookUpLimits, lookUpListedBill } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { parseForm } from '@/lib/server/forms/parse-form';

/** Takes the number of another account for the list, and shows its bill. The limits and the answers are those of any look-up. */
export const POST = makeFormHandler({
  name: 'account-look-up',
  page: () => routes.accounts,
  retainedFields: retainedFields['account-look-up'],
  parse: async (fields) => {
    const list = await readAccountList(fields);
    if (!list.ok) return list;
    const form = parseForm(lookupFormSchema, fields);
    if (!form.ok) return form;
    if (!hasRoomFor(list.value.accounts, form.value.accountNumber, list.value.limit)) {
      return failure({ issues: [{ field: null, key: 'errors.tooManyAccounts' }] });
    }
    return success({ lookUp: form.value, list: list.value });
  },
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ lookUp }, visit) => lookUpLimits(lookUp.accountNumber, visit),
  proofOfWork: ({ accountNumber = '' }) => ({ for: 'look-up', subject: accountNumber }),
  send: ({ lookUp, list }, visit) => lookUpListedBill(lookUp, list, visit),
});
