import { getLocale } from 'next-intl/server';
import { toPaymentResult } from '@/lib/contract/mapping';
import { paymentResult } from '@/lib/contract/payment';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { displayPhoneNumber } from '@/lib/domain/contact/phone';
import { formatPlainRinggit } from '@/lib/domain/money';
import { canChangeAmount, canPayBillAgain } from '@/lib/domain/payment/pay-bill-again';
import { parseRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { accountsPath, routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend/backend-client';
import { lookUpBill } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { makeTypedValuesCookies } from '@/lib/server/forms/typed-values-cookies';
import { readBillOfVisit, readTypedContact } from '@/lib/server/session/visit-payments';

/** Returns the contact that the payer has typed, on the page that posts it or before: the bill's form is filled with it. */
async function readContact(refid: string, { email, phoneNumber }: FormFields): Promise<FormFields> {
  const typed = await readTypedContact(refid);
  return {
    email: email ?? typed?.email ?? '',
    phoneNumber: phoneNumber ?? displayPhoneNumber(typed?.phoneNumber ?? ''),
  };
}

/**
 * Shows the bill of a payment again, to pay another amount or because the payment has ended unpaid: to the visit that took that bill to payment, since a
 * bill names its account number and its holder, which whoever has only the link of the payment is not shown. Security, row 14. A payment of several
 * accounts leads to their list, if this visit still has it in its cookie, and not another one. The visit has looked the account up before, so this
 * has a separate limit.
 */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: [],
  parse: async (fields, { requestId }) => {
    const refid = parseRefid(fields['refid']);
    if (refid === undefined || !(await readBillOfVisit(refid)).cameFromBill) return failure({ next: routes.home });
    const response = await callBackend(paymentResult, { refid, language: await getLocale() }, { requestId });
    if (!response.ok) return failure({ next: routes.home });
    const result = toPaymentResult(response.value, null);
    const isOpen = canChangeAmount(result);
    if (!isOpen && !canPayBillAgain(result)) return failure({ next: routes.home });
    if (result.accounts.length > 0) return failure({ next: accountsPath(refid) });
    const accountNumber = parseAccountNumber(response.value.accountNumber ?? '');
    if (!accountNumber.ok) return failure({ next: routes.home });
    const amount: FormFields = isOpen ? { payOption: 'other', amount: formatPlainRinggit(result.amount) } : {};
    const values = { ...(await readContact(refid, fields)), ...amount };
    return success({ refid, accountNumber: accountNumber.value, values });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'browserPostsByAddress',
  rateLimits: ({ accountNumber }, { clientAddress }) => [
    { limit: 'knownLookupsByAccountAndNetwork', key: `${accountNumber} ${toNetworkPrefix(clientAddress)}` },
  ],
  send: async ({ accountNumber, values }, visit) => {
    const shown = await lookUpBill({ accountNumber, captchaResponse: undefined }, visit);
    if (!shown.ok) return shown;
    const { next, cookies = [] } = shown.value;
    const typed = await makeTypedValuesCookies({ form: 'bill', ...values }, next, visit.isFramed);
    return success({ next, cookies: [...cookies, ...typed] });
  },
});
