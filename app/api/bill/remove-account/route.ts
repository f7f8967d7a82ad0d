import { removeAccount } from '@/lib/domain/bill/several-accounts';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { makeAccountNoticeCookie, readListedAccount } from '@/lib/server/bill/account-list';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { endAccountsCookie, makeAccountsCookie } from '@/lib/server/session/accounts-token';

/** Takes an account off the list. Asks no backend: nothing is created before the list is paid. */
export const POST = makeFormHandler({
  name: 'accounts',
  page: () => routes.accounts,
  retainedFields: retainedFields.accounts,
  parse: readListedAccount,
  addressLimit: 'browserPostsByAddress',
  send: async ({ list, position, account }, visit) => {
    const accounts = removeAccount(list.accounts, position);
    if (accounts.length === 0) return success({ next: routes.home, cookies: [endAccountsCookie()] });
    const notice = await makeAccountNoticeCookie('removed', account.accountNumber, visit);
    return success({ next: routes.accounts, cookies: [await makeAccountsCookie({ ...list, accounts }), notice] });
  },
});
