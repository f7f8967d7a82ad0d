import type { RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentResult } from '@/lib/contract/payment';
import { serviceResumesBy } from '@/lib/domain/bill/service-resumption';
import { maskEmail } from '@/lib/domain/payment/customer-masking';
import type { PaidAccount, ResultAccount, ResultPosting, ResultRefund } from '@/lib/domain/payment/payment';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { sen } from '@/lib/domain/money';
import { success, type Result } from '@/lib/domain/result';
import { findAutoDebitOffer, readAutoDebitFlag, type AutoDebitOffer } from '../auto-debit/offer';
import { refuse, type Refusal } from '../http/refusal';
import { chooseAutoDebitTexts } from '../partners/auto-debit-texts';
import { findPartner, returnUrlOf, type Partner } from '../partners/model';
import { signMerchantReturn } from '../partners/merchant-return';
import { readPostings, type PaymentPostings } from '../postings/status';
import { readCompanyName } from '../receipts/description';
import { makeReceiptToken } from '../receipts/link';
import { readRefundStatuses } from '../refunds/status';
import type { Services } from '../services';
import { isApproverToken } from './approver-link';
import { abandonAttempt, claimEnquiry, enquireAttempt } from './enquiries';
import {
  billAccountOf,
  contactOf,
  findDisplayedAttempt,
  findActiveAttempt,
  hasCode,
  isAtGateway,
  isBegunBy,
  loadPayment,
  offeredAccountOf,
  paysBill,
  type Attempt,
  type Order,
  type Payment,
} from './model';
import { hasSeveralAccounts, listOrderAccounts } from './order-accounts';
import { outcomeOf } from './outcome';
import { productNameOf } from './product-name';
import { currency } from './reports';
import { listUnappliedPayments } from '../reviews/unapplied-payments';

type ResultResponse = ResponseInputOf<typeof paymentResult>;
type ResultRequest = RequestOf<typeof paymentResult>;
type ResultRefusal = Refusal<'unknown-payment'>;

/** A payer who reloads must not cause an enquiry each time. */
const enquiryIntervalMs = 5_000;

/** Who reads a payment: its partner, by a signed call, or a visit. */
type Reader = { readonly isPartner: true } | { readonly visitId: string | undefined };

/**
 * Loads a payment, for its partner and for the visit that began its active attempt after an enquiry, unless one was made recently or the
 * visit's budget is spent. Any other visit causes none. After a rejected return, genuine or forged, the bank's 'not found' ends the attempt if
 * its own visit reads the result. Security, row 42.
 */
export async function loadUpToDatePayment(
  services: Services,
  refid: string,
  reader: Reader,
): Promise<Result<Payment, 'unknown-payment'>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return found;
  const active = findActiveAttempt(found.value.attempts);
  if (active === null || active.state === 'created' || active.state === 'initiated') return found;
  const isOwnVisit = 'visitId' in reader && isBegunBy(active, reader.visitId);
  if (!isOwnVisit && !('isPartner' in reader)) return found;
  const limits = { pauseMs: enquiryIntervalMs, spendsBudget: isOwnVisit };
  if (!(await claimEnquiry(services, active, limits))) return found;
  if (isOwnVisit && isReturned(active)) {
    await endReturned(services, active);
  } else {
    await enquireAttempt(services, active, null);
  }
  return loadPayment(services.db, { refid });
}

/** Whether an attempt has had only returns without an outcome since its payer was redirected. */
function isReturned({ state, returned_at, gateway_answered }: Attempt): boolean {
  return state === 'redirected' && returned_at !== null && !gateway_answered;
}

/**
 * Enquires about an attempt whose payer came back without an outcome. A page that can still be paid, of a gateway that returns whoever leaves it
 * unpaid, is withdrawn: its payer has left it.
 */
async function endReturned(services: Services, attempt: Attempt): Promise<void> {
  const handling = { by: 'return', whenUnknown: 'failed', detail: 'return rejected' } as const;
  if (isAtGateway(attempt)) await abandonAttempt(services, attempt, handling);
  else await enquireAttempt(services, attempt, handling.whenUnknown, handling);
}

function mayTryAgain(services: Services, { order, attempts }: Payment, outcome: Outcome): boolean {
  return (
    outcomeTable[outcome].tryAgain &&
    order.state === 'open' &&
    services.clock.now() < order.deadline &&
    attempts.every(({ state }) => hasEnded(state))
  );
}

/** Whether the payer can continue at the bank, or with a valid code, from the payment page. */
function mayContinue(services: Services, { order, attempts }: Payment): boolean {
  const active = findActiveAttempt(attempts);
  if (order.state !== 'open' || active?.state !== 'redirected') return false;
  return services.clock.now() < (hasCode(active) ? active.deadline : order.deadline);
}

/** Outcomes of an order that nobody has paid. */
const unpaidEnds: ReadonlySet<Outcome> = new Set(['failed', 'expired', 'cancelled']);

/** Whether an order's account is on auto debit: as it is now, if the offer of auto debit has asked for it. */
async function isOnAutoDebit(services: Services, order: Order, offer: AutoDebitOffer | null): Promise<boolean> {
  return offer?.isOnAutoDebit ?? (await readAutoDebitFlag(services.db, order)) ?? false;
}

/** Reads the accounts of a payment that is not credited. */
async function readUnpaid({ db }: Services, order: Order): Promise<PaymentPostings> {
  const accounts = hasSeveralAccounts(order) ? await listOrderAccounts(db, order) : [];
  return {
    posting: null,
    accounts: accounts.map(({ accountNumber, accountName, amount }) => ({
      ...{ accountNumber, accountName, amount: sen(amount) },
      ...{ posting: null, isRefunded: false },
    })),
  };
}

/**
 * Returns until when a service resumes by a payment, or a part of one, that resumes it; null where nothing is promised, and for money of which some is,
 * or will be, returned.
 */
function resumptionOf(
  attempt: Attempt | undefined,
  resumes: boolean,
  posting: ResultPosting | null,
  refunds: readonly ResultRefund[],
): string | null {
  if (!resumes || !attempt?.confirmed_at || refunds.length > 0) return null;
  return serviceResumesBy(attempt.confirmed_at.toISOString(), posting);
}

/** Describes the accounts of a payment of several, each with the resumption of its service. Their holders are named to the payer's visit only. */
async function describeAccounts(
  { db }: Services,
  order: Order,
  attempt: Attempt | undefined,
  accounts: readonly PaidAccount[],
  refunds: readonly ResultRefund[],
  visitId: string | undefined,
): Promise<ResultAccount[]> {
  if (accounts.length === 0) return [];
  const resuming = new Set(
    (await listOrderAccounts(db, order)).filter((one) => one.resumesService).map(({ accountNumber }) => accountNumber),
  );
  const isOwn = attempt !== undefined && isBegunBy(attempt, visitId);
  return accounts.map((account) => {
    const { accountNumber, posting } = account;
    const accountName = isOwn ? account.accountName : null;
    const own = refunds.filter((refund) => refund.accountNumber === accountNumber);
    return {
      ...account,
      accountName,
      serviceResumesBy: resumptionOf(attempt, resuming.has(accountNumber), posting, own),
    };
  });
}

/** Describes what a partner has sold by its order; nothing for a bill, whose items are named after its accounts. */
function describeSale(
  order: Order,
  partner: Partner,
): Pick<ResultResponse, 'paidTo' | 'itemDescList' | 'additionalChargesList'> {
  if (paysBill(order)) return { paidTo: null, itemDescList: [], additionalChargesList: [] };
  return {
    paidTo: partner.name,
    itemDescList: order.items.map(({ name, amount }) => ({ name, amount })),
    additionalChargesList: order.charges.map(({ name, amount }) => ({ name, amount })),
  };
}

/** Names the card of an attempt; null for another method, and where its gateway has not told. */
function cardOf({ card_brand: cardBrand, card_last_four: lastFour }: Attempt): ResultResponse['card'] {
  return cardBrand === null || lastFour === null ? null : { cardBrand, lastFour };
}

async function toResponse(
  services: Services,
  payment: Payment,
  partner: Partner,
  outcome: Outcome,
  { language, visitId, approvalToken }: ResultRequest,
): Promise<ResultResponse> {
  const { order, attempts } = payment;
  const attempt = findDisplayedAttempt(attempts);
  const isOwn = attempt !== undefined && isBegunBy(attempt, visitId);
  // What the approver was asked to approve, if the token is its own: another attempt of the payer may have followed.
  const forApproval = isOwn ? undefined : attempts.find((one) => isApproverToken(services, one, approvalToken));
  const isForApprover = forApproval !== undefined;
  const unappliedPayments = await listUnappliedPayments(services.db, order.refid, currency);
  // Whose money was returned is not told that nothing was paid.
  const isReturned = unappliedPayments.some((unapplied) => unapplied.status !== 'in-review');
  const status = isReturned && unpaidEnds.has(outcome) ? 'review' : outcome;
  const isPaid = status === 'successful';
  const offer = isPaid && !isForApprover ? await findAutoDebitOffer(services, order) : null;
  const { posting, accounts } = isPaid ? await readPostings(services, order) : await readUnpaid(services, order);
  const refunds = attempt === undefined ? [] : [...(await readRefundStatuses(services.db, order))];
  const contact = attempt === undefined ? null : contactOf(attempt);
  const isOwnPayment = isPaid && isOwn;
  const isAutoDebit = isPaid && (await isOnAutoDebit(services, order, offer));
  const { rebate } = (await services.config.read()).autoDebit;
  const texts = chooseAutoDebitTexts(partner.auto_debit_texts, language, rebate);
  return {
    refid: order.refid,
    paymentId: order.payment_id,
    partnerKey: order.partner_key,
    orderNumber: order.partner_order_number,
    serverTime: services.clock.now().toISOString(),
    status,
    productname: productNameOf(order, language),
    ...describeSale(order, partner),
    accountNumber: billAccountOf(order),
    amount: order.total,
    paymentMethod: attempt?.method ?? null,
    card: isOwn ? cardOf(attempt) : null,
    bankName: attempt?.bank_name ?? null,
    bankRefNo: attempt?.gateway_reference ?? null,
    transactionId: attempt !== undefined && (isOwn || forApproval === attempt) ? attempt.number : null,
    transactionDateTime: attempt?.created_at.toISOString() ?? null,
    paymentDateTime: attempt?.confirmed_at?.toISOString() ?? null,
    numberOfInstalments: attempt?.instalment_months ?? null,
    isAutoDebit,
    isForApprover,
    canTryAgain: !isForApprover && mayTryAgain(services, payment, status),
    canContinue: !isForApprover && mayContinue(services, payment),
    approvalDeadline: status === 'pending-approval' ? (attempt?.approval_deadline?.toISOString() ?? null) : null,
    approvalSentTo: status === 'pending-approval' && services.sendsMail && contact !== null ? maskEmail(contact) : null,
    receiptSentTo:
      (isPaid || status === 'pending') && services.sendsMail && contact !== null ? maskEmail(contact) : null,
    receiptCompany:
      isOwn && (isPaid || status === 'pending-approval') && attempt.method === 'fpxCorporate'
        ? { companyName: await readCompanyName(services.db, order.refid) }
        : null,
    receiptToken: isOwnPayment ? makeReceiptToken(services, order.refid) : null,
    receiptShareToken: isOwnPayment ? makeReceiptToken(services, order.refid, 'viewer') : null,
    reminderDaysBefore:
      isOwnPayment && !isAutoDebit && offeredAccountOf(order) !== null
        ? (services.reminderPolicy?.daysBefore ?? null)
        : null,
    serviceResumesBy: resumptionOf(attempt, order.resumes_service, posting, refunds),
    contactErased: attempt !== undefined && contact === null,
    posting,
    accounts: await describeAccounts(services, order, attempt, accounts, refunds, visitId),
    unappliedPayments,
    refunds,
    reasonCode: attempt?.reason_code?.slice(0, 60) ?? null,
    bankPaymentPageResponse: isForApprover
      ? { merchantBankResponseDto: null, responseCode: null, responseURL: null }
      : await merchantReturnOf(services, order, attempt, partner, status),
    autoDebitResponse:
      offer?.state === 'offered'
        ? {
            autoDebitPopupTitle: texts.title,
            autoDebitPopupMessage: texts.message,
            autoDebitThankYouMessage: texts.thankYou,
            autoDebitType: offer.type,
          }
        : null,
  };
}

/** The signed result for the return to the merchant. */
async function merchantReturnOf(
  services: Services,
  order: Order,
  attempt: Attempt | undefined,
  partner: Partner,
  status: Outcome,
): Promise<ResultResponse['bankPaymentPageResponse']> {
  const { response_code: responseCode } = order;
  const address = returnUrlOf(order, partner);
  if (address === null) return { merchantBankResponseDto: null, responseCode, responseURL: null };
  // Without attempts there is no result to report.
  if (status === 'session-expired') return { merchantBankResponseDto: null, responseCode, responseURL: address };
  const fields = {
    paymentId: order.payment_id,
    orderNumber: order.partner_order_number ?? '',
    status,
    amount: String(order.total),
    currency: 'MYR',
    bankRefNo: attempt?.gateway_reference ?? '',
    paymentDateTime: attempt?.confirmed_at?.toISOString() ?? '',
    ...(responseCode !== null && { responseCode }),
  };
  return {
    merchantBankResponseDto: await signMerchantReturn(services, partner, fields),
    responseCode,
    responseURL: address,
  };
}

async function respond(
  services: Services,
  request: ResultRequest,
  statusOf: (payment: Payment) => Outcome,
): Promise<Result<ResultResponse, ResultRefusal>> {
  const found = await loadUpToDatePayment(services, request.refid, { visitId: request.visitId });
  if (!found.ok) return refuse(found.error);
  const partner = await findPartner(services.db, found.value.order.partner_key);
  if (partner === null) throw new Error('an order without a partner');
  return success(await toResponse(services, found.value, partner, statusOf(found.value), request));
}

/** Reads a payment's result: payment.result. */
export function readResult(services: Services, request: ResultRequest): Promise<Result<ResultResponse, ResultRefusal>> {
  return respond(services, request, outcomeOf);
}

/** Reads a payment that is being processed already: payment.processed. Any other has its own outcome. */
export function readProcessed(
  services: Services,
  request: ResultRequest,
): Promise<Result<ResultResponse, ResultRefusal>> {
  return respond(services, request, (payment) => {
    const outcome = outcomeOf(payment);
    return outcome === 'pending' || outcome === 'pending-approval' ? 'processed' : outcome;
  });
}

/** Reads a payment refused because its account is blacklisted: payment.blacklisted. Any other has its own outcome. */
export function readBlacklisted(
  services: Services,
  request: ResultRequest,
): Promise<Result<ResultResponse, ResultRefusal>> {
  return respond(services, request, outcomeOf);
}
