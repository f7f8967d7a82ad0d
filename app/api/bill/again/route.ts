import { getLocale } from 'next-intl/server';
import { toPaymentResult } from '@/lib/contract/mapping';
import { paymentResult } from '@/lib/contract/payment';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { canPayBillAgain } from '@/lib/domain/payment/pay-bill-again';
import { parseRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend/backend-client';
import { lookUpBill, lookUpLimits } from '@/lib/server/bill/look-up';
import { makeFormHandler } from '@/lib/server/forms/form-pipeline';
import { cameFromBill } from '@/lib/server/session/visit-payments';

/**
 * Shows the bill of a payment that has ended unpaid, to the visit that took that bill to payment: a bill names its account number and its holder,
 * which whoever has only the link of the payment is not shown. Security, row 14.
 */
export const POST = makeFormHandler({
  name: 'look-up',
  page: () => routes.home,
  retainedFields: [],
  parse: async (fields, { requestId }) => {
    const refid = parseRefid(fields['refid']);
    if (refid === undefined || !(await cameFromBill(refid))) return failure({ next: routes.home });
    const response = await callBackend(paymentResult, { refid, language: await getLocale() }, { requestId });
    if (!response.ok || !canPayBillAgain(toPaymentResult(response.value, null))) return failure({ next: routes.home });
    const accountNumber = parseAccountNumber(response.value.accountNumber ?? '');
    return accountNumber.ok ? success({ refid, accountNumber: accountNumber.value }) : failure({ next: routes.home });
  },
  requireVisited: ({ refid }) => refid,
  addressLimit: 'lookupPostsByAddress',
  rateLimits: ({ accountNumber }, visit) => lookUpLimits(accountNumber, visit),
  send: ({ accountNumber }, visit) => lookUpBill({ accountNumber, captchaResponse: undefined }, visit),
});
