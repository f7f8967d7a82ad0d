import { getLocale } from 'next-intl/server';
import { paymentResult } from '@/lib/contract/payment';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { parseRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend/backend-client';
import { lookUpBill, lookUpLimits } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';

/** Shows the bill of a payment that has ended, for a visit that has opened the payment: the account number stays on the servers. */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: [],
  parse: async (fields, { requestId }) => {
    const refid = parseRefid(fields['refid']);
    if (refid === undefined) return failure({ next: routes.home });
    const payment = await callBackend(paymentResult, { refid, language: await getLocale() }, { requestId });
    const accountNumber = parseAccountNumber((payment.ok && payment.value.accountNumber) || '');
    return accountNumber.ok ? success({ refid, accountNumber: accountNumber.value }) : failure({ next: routes.home });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ accountNumber }, visit) => lookUpLimits(accountNumber, visit),
  send: ({ accountNumber }, visit) => lookUpBill({ accountNumber, captchaResponse: undefined }, visit),
});
