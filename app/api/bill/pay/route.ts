import { getLocale } from 'next-intl/server';
import { billGet, transactionCreate } from '@/lib/contract/bill';
import { carryBill, type CarriedData } from '@/lib/analytics/payment-data';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { getAmountLimits } from '@/lib/domain/bill/amount-limits';
import { billFormSchema, type BillForm } from '@/lib/domain/forms/bill-form';
import { parseRefid, type Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { directBillPath, paymentPath, resultPath, routes, sharedBillPath } from '@/lib/routes';
import { billExpired } from '@/lib/server/bill/bill-expired';
import { callBackend } from '@/lib/server/backend/backend-client';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import {
  backendFailed,
  makeFormHandler,
  tooManyRequests,
  type FormIssue,
  type FormRefusal,
} from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parseForm } from '@/lib/server/forms/parse-form';
import {
  makeBillCookie,
  readExpiredAccountNumber,
  sealBill,
  unsealBill,
  unsealSharedBill,
} from '@/lib/server/session/bill-token';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { makeVisitPaymentCookie } from '@/lib/server/session/visit-payments';
import { pseudonyms } from '@/lib/server/visit/analytics';

/** The link that has opened the bill, if one has. */
interface BillLink {
  readonly linkRefid: Refid | undefined;
  /** Of a shared bill. */
  readonly shareToken: string | undefined;
}

interface PayBill extends BillForm {
  readonly link: BillLink;
  /** The visit was shown the bill without its account number. */
  readonly isShared: boolean;
  readonly accountNumber: string;
  /** Masked. */
  readonly accountName: string;
  /** What the payment carries of the bill for analytics. */
  readonly carried: Partial<CarriedData>;
  readonly idempotencyKey: string;
}

/** The bill that the form shows is expired or outdated: the page of a link reads it again, any other must be looked up. */
function refuseOldBill(link: BillLink, accountNumber: string | null): FormRefusal {
  const page = getPage(link);
  if (page === routes.bill) return billExpired(accountNumber);
  const issues = [{ field: null, key: 'errors.linkedBillExpired' }] as const;
  return { issues, startAgain: { form: 'bill', page, keepsValues: true } };
}

function readLink(fields: FormFields): BillLink {
  return { linkRefid: parseRefid(fields['linkRefid']), shareToken: parseLinkToken(fields['shareToken']) };
}

/** The URL of the form's page: the bill view, or that of the link that has opened it. */
function getPage({ linkRefid, shareToken }: BillLink): string {
  if (shareToken !== undefined) return sharedBillPath(shareToken);
  return linkRefid === undefined ? routes.bill : directBillPath(linkRefid);
}

/** Validates the form with the bill that it showed: its token has the account and the limits of the amount. */
async function parse(fields: FormFields): Promise<Result<PayBill, FormRefusal>> {
  const [own, shared, config] = await Promise.all([
    unsealBill(fields['billToken']),
    unsealSharedBill(fields['billToken']),
    loadCommonConfig(),
  ]);
  const link = readLink(fields);
  const bill = own ?? shared;
  if (bill === null) return failure(refuseOldBill(link, await readExpiredAccountNumber(fields['billToken'])));
  if (!config.ok) return failure(backendFailed());
  if (bill.accountStatus === 'closed') return refuse('errors.accountClosed');
  const { overdueBalance, outstanding, recentPayments } = bill;
  const context = { ...getAmountLimits(bill, config.value), overdueBalance, outstanding, recentPayments };
  const form = parseForm(billFormSchema(context), fields);
  if (!form.ok) return form;
  return success({
    ...form.value,
    accountNumber: bill.accountNumber,
    accountName: bill.accountName,
    carried: carryBill(own ?? { ...bill, accountNumber: null }, pseudonyms),
    link,
    isShared: own === null,
    idempotencyKey: readIdempotencyKey(fields['idempotencyKey']),
  });
}

/** Creates a payment of the bill and redirects to its page. */
export const POST = makeFormHandler<PayBill>({
  name: 'bill',
  page: (fields) => getPage(readLink(fields)),
  retainedFields: retainedFields.bill,
  parse,
  addressLimit: 'transactionsByAddress',
  rateLimits: (_payment, { clientAddress }) => [
    { limit: 'transactionsByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'transactionsByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
  ],
  send: async ({ idempotencyKey, link, isShared, carried, accountName, ...payment }, { requestId, isFramed }) => {
    const request = { ...payment, isShared, language: await getLocale() };
    const response = await callWithInFlightRetry(transactionCreate, request, { idempotencyKey, requestId });
    if (response.ok) {
      const { transactionRefId } = response.value;
      const contact = { email: payment.email ?? null, phoneNumber: payment.phoneNumber ?? null };
      const cookies = [
        await makeVisitPaymentCookie(
          transactionRefId,
          { contact, carried, accountName, cameFromBill: !isShared },
          isFramed,
        ),
      ];
      return success({ next: paymentPath(transactionRefId), cookies });
    }
    const { error } = response;
    if (error.kind === 'fault') return failure(backendFailed());
    const refid = parseRefid(String(error.parameters['refid'] ?? ''));
    switch (error.code) {
      case 'account-blacklisted':
        return success({ next: refid === undefined ? '/blacklisted' : resultPath('/blacklisted', refid) });
      case 'already-processing':
        return success({ next: refid === undefined ? '/processed' : resultPath('/processed', refid) });
      case 'account-closed':
        return refuse('errors.accountClosed');
      case 'repeated-payment':
        return failure(await showBillNow(payAgainRequired, payment.accountNumber, { link, isShared }, requestId));
      case 'amount-not-allowed':
        if (link.shareToken !== undefined) return failure(refuseOldBill(link, null));
        return failure(await showBillNow(billChanged, payment.accountNumber, { link, isShared }, requestId));
      case 'unknown-account':
        return failure(refuseOldBill(link, isShared ? null : payment.accountNumber));
      case 'idempotency-key-reused':
      case 'request-in-flight':
        return refuse('errors.paymentInProgress');
      case 'rate-limited':
        return failure(tooManyRequests(error.retryAfter ?? 60));
      default:
        return failure(backendFailed());
    }
  },
});

/** Another payment of the account has begun since the bill was shown: it asks for a confirmation. */
const payAgainRequired: FormIssue = { field: 'payAgain', key: 'validation.payAgainRequired' };

/** The amount is no longer allowed: the bill may have been paid since it was shown. */
const billChanged: FormIssue = { field: null, key: 'errors.billChanged' };

/** The bill has changed since it was shown: its page shows it as it is now. That of a link reads the bill itself. */
async function showBillNow(
  issue: FormIssue,
  accountNumber: string,
  { link, isShared }: Pick<PayBill, 'link' | 'isShared'>,
  requestId: string | null,
): Promise<FormRefusal> {
  const issues = [issue] as const;
  const page = getPage(link);
  if (isShared || page !== routes.bill) return { issues, startAgain: { form: 'bill', page, keepsValues: true } };
  const response = await callBackend(billGet, { accountNumber }, { requestId });
  if (!response.ok) return backendFailed();
  const cookies = [makeBillCookie(await sealBill(response.value))];
  return { issues, startAgain: { form: 'bill', page, keepsValues: true, cookies } };
}

function refuse(key: FormIssue['key']): Result<never, FormRefusal> {
  return failure({ issues: [{ field: null, key }] });
}
