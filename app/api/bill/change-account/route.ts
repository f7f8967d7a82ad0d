import { formatPlainRinggit } from '@/lib/domain/money';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { success } from '@/lib/domain/result';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { routes } from '@/lib/routes';
import { readListedAccount } from '@/lib/server/bill/account-list';
import { lookUpListedBill } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { makeTypedValuesCookies } from '@/lib/server/forms/typed-values-cookies';

/**
 * Shows the bill of an account of the list again, as it is now, to choose another amount. The sealed list says that the account was looked up before,
 * so this has a separate limit.
 */
export const POST = makeFormHandler({
  name: 'accounts',
  page: () => routes.accounts,
  retainedFields: retainedFields.accounts,
  parse: readListedAccount,
  addressLimit: 'browserPostsByAddress',
  rateLimits: ({ account: { accountNumber } }, { clientAddress }) => [
    { limit: 'knownLookupsByAccountAndNetwork', key: `${accountNumber} ${toNetworkPrefix(clientAddress)}` },
  ],
  send: async ({ account, list }, visit) => {
    const { accountNumber, payOption, amount } = account;
    const shown = await lookUpListedBill({ accountNumber, captchaResponse: undefined }, list, visit);
    if (!shown.ok) return shown;
    const { next, cookies = [] } = shown.value;
    const chosen = { payOption, ...(payOption === 'other' && { amount: formatPlainRinggit(amount) }) };
    const typed = await makeTypedValuesCookies({ form: 'bill', ...chosen }, next, visit.isFramed);
    return success({ next, cookies: [...cookies, ...typed] });
  },
});
