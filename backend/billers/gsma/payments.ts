import type { Clock } from '../../clock';
import type { Db } from '../../db/database';
import type { BillerAnswer, BillPayment, PostingCalls } from '../biller';
import { isPathPart, pathOf, type ApiResponse, type GsmaApi } from './api';
import { formatAmount } from './amounts';
import { readBills, type OpenBill } from './bills';
import {
  billPaymentSchema,
  errorSchema,
  paymentRequestSchema,
  requestStateSchema,
  responseLinkSchema,
  reversalRequestSchema,
  reversalSchema,
  type ApiError,
  type PaymentRequestBody,
  type RequestState,
} from './messages';
import { findRequest, recordRequest, recordServerCorrelationId, type GsmaRequest } from './requests';
import type { GsmaSettings } from './settings';

const currency = 'MYR';
const unreachable = { status: 'unreachable' } as const;

function refused(error: ApiError | undefined): BillerAnswer {
  const { errorCode = 'failed', errorDescription, errordescription } = error ?? {};
  const description = errorDescription ?? errordescription ?? '';
  const reason = description === '' ? errorCode : `${errorCode}: ${description}`;
  return { status: 'refused', reason: reason.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) };
}

/** What the biller has made of a request: a payment or reversal, or why that is unknown. */
type Resource =
  | { readonly kind: 'found'; readonly receiptNumber: string; readonly isAccepted: boolean }
  /** It has none: not yet, or because it has never heard of the request. */
  | { readonly kind: 'none' }
  /** It does not tell what became of requests. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'not-understood' };

const notUnderstood = { kind: 'not-understood' } as const;

/** Whether an error says that what was asked for does not exist, and not only that a proxy or an address is wrong. */
function isUnknown({ status, body }: ApiResponse): boolean {
  return status === 404 && errorSchema.safeParse(body).data?.errorCategory === 'identification';
}

/**
 * Posts payments and reversals to a biller behind the GSMA Mobile Money API. Each request is recorded before it is sent, under a correlation
 * id that follows from its reference. What is not understood is unreachable: neither accepted nor refused.
 */
export function createPostingCalls(db: Db, api: GsmaApi, settings: GsmaSettings, clock: Clock): PostingCalls {
  const { acceptedStatuses, identifierType } = settings;
  const isAcceptedStatus = (status: string) => acceptedStatuses.includes(status.trim().toLowerCase());

  /** Reads a payment or reversal that must be the one of a request; null if it is neither or contradicts the request. */
  function readResource(
    body: unknown,
    { reference, amount, correlationId }: GsmaRequest,
  ): Extract<Resource, { kind: 'found' }> | null {
    const isOurs = (given: string | undefined) => given === undefined || given === '' || given === reference;
    const payment = billPaymentSchema.safeParse(body).data;
    if (payment !== undefined) {
      const isSame = payment.amountPaid === amount && payment.currency === currency;
      if (!isSame || !isOurs(payment.requestingOrganisationTransactionReference)) return null;
      const isAccepted = isAcceptedStatus(payment.billPaymentStatus);
      return { kind: 'found', receiptNumber: payment.serviceProviderPaymentReference || correlationId, isAccepted };
    }
    const reversal = reversalSchema.safeParse(body).data;
    if (reversal === undefined) return null;
    const isSame = (reversal.amount ?? amount) === amount && (reversal.currency ?? currency) === currency;
    if (!isSame || !isOurs(reversal.requestingOrganisationTransactionReference)) return null;
    const isAccepted = isAcceptedStatus(reversal.transactionStatus);
    return { kind: 'found', receiptNumber: reversal.transactionReference, isAccepted };
  }

  /** Reads what a link leads to: the resource itself, or a list that has it under our reference. */
  function readLinked(body: unknown, request: GsmaRequest): Resource {
    if (!Array.isArray(body)) return readResource(body, request) ?? notUnderstood;
    const ours = body.filter(
      (one: unknown) =>
        billPaymentSchema.safeParse(one).data?.requestingOrganisationTransactionReference === request.reference,
    );
    return (ours.length === 1 && readResource(ours[0], request)) || notUnderstood;
  }

  /** Asks what a request has led to (Missing Response Retrieval). */
  async function findResource(request: GsmaRequest): Promise<Resource> {
    const answer = await api.get(pathOf('responses', request.correlationId));
    if (answer === null || answer.status >= 500) return notUnderstood;
    if (isUnknown(answer)) return { kind: 'none' };
    if (answer.status >= 400 && answer.status !== 401 && answer.status !== 429) return { kind: 'not-offered' };
    const parsed = responseLinkSchema.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success) return notUnderstood;
    const linked = await api.getLink(parsed.data.link);
    return linked?.status === 200 ? readLinked(linked.body, request) : notUnderstood;
  }

  /** A request that the biller calls completed: its receipt number is that of what it has led to, or what its state names. */
  async function readCompleted(request: GsmaRequest, state: RequestState): Promise<BillerAnswer> {
    const resource = await findResource(request);
    if (resource.kind === 'not-understood') return unreachable;
    if (resource.kind === 'found') return { status: 'accepted', receiptNumber: resource.receiptNumber };
    return { status: 'accepted', receiptNumber: state.objectReference || state.serverCorrelationId };
  }

  async function readState(request: GsmaRequest, state: RequestState): Promise<BillerAnswer> {
    switch (state.status) {
      case 'pending':
        return { status: 'pending' };
      case 'failed':
        return refused(state.error);
      case 'completed':
        return readCompleted(request, state);
    }
  }

  async function findPosting(reference: string): ReturnType<PostingCalls['findPosting']> {
    const request = await findRequest(db, reference);
    if (request === null) return { status: 'not-found' };
    const { serverCorrelationId } = request;
    if (serverCorrelationId !== null) {
      const answer = await api.get(pathOf('requeststates', serverCorrelationId));
      const state = answer?.status === 200 ? requestStateSchema.safeParse(answer.body).data : undefined;
      const isSame = state?.serverCorrelationId.toLowerCase() === serverCorrelationId.toLowerCase();
      if (state !== undefined && isSame) return readState(request, state);
      if (answer === null || !isUnknown(answer)) return unreachable;
    }
    const resource = await findResource(request);
    if (resource.kind === 'none') return { status: 'not-found' };
    const isAccepted = resource.kind === 'found' && resource.isAccepted;
    return isAccepted ? { status: 'accepted', receiptNumber: resource.receiptNumber } : unreachable;
  }

  /** Reads an error response to a request. Only what says that the request itself is wrong refuses it. */
  async function readError(request: GsmaRequest, { status, body }: ApiResponse): Promise<BillerAnswer> {
    const error = errorSchema.safeParse(body).data;
    if ((status !== 400 && status !== 404) || error === undefined) return unreachable;
    // The biller has taken this request before.
    if (error.errorCode === 'duplicateRequest') {
      const found = await findPosting(request.reference);
      return found.status === 'not-found' ? unreachable : found;
    }
    const isAboutRequest = ['businessRule', 'validation', 'identification'].includes(error.errorCategory);
    return isAboutRequest && error.errorCode !== 'rateLimitError' ? refused(error) : unreachable;
  }

  async function readAnswer(request: GsmaRequest, answer: ApiResponse | null): Promise<BillerAnswer> {
    if (answer === null) return unreachable;
    if (answer.status >= 400) return readError(request, answer);
    if (answer.status === 201) {
      const resource = readResource(answer.body, request);
      const isAccepted = resource !== null && resource.isAccepted;
      return isAccepted ? { status: 'accepted', receiptNumber: resource.receiptNumber } : unreachable;
    }
    const state = answer.status === 202 ? requestStateSchema.safeParse(answer.body).data : undefined;
    if (state === undefined) return unreachable;
    await recordServerCorrelationId(db, request.reference, state.serverCorrelationId);
    return readState(request, state);
  }

  /** Finds the bill that takes a whole payment; null if it pays several, or more than is due. */
  async function chooseBill(payment: BillPayment): Promise<OpenBill | null | 'unreachable'> {
    if (payment.billReference === null) return null;
    const bills = await readBills(api, identifierType, payment.accountNumber);
    if (bills === 'unreachable') return 'unreachable';
    if (bills === 'unknown-account') return null;
    const bill = bills.open.find(({ reference }) => reference === payment.billReference);
    return bill !== undefined && payment.amount <= bill.amountDue ? bill : null;
  }

  async function postPayment(payment: BillPayment): Promise<BillerAnswer> {
    const { accountNumber, amount, gatewayReference, method, paidAt, reference } = payment;
    const bill = await chooseBill(payment);
    if (bill === 'unreachable') return unreachable;
    const request = await recordRequest(db, reference, amount, clock.now());
    const body: PaymentRequestBody = {
      amountPaid: formatAmount(amount),
      currency,
      ...(bill !== null && { paymentType: amount === bill.amountDue ? 'fullpayment' : 'partialpayment' }),
      requestingOrganisationTransactionReference: reference,
      requestDate: paidAt.toISOString(),
      metadata: [
        { key: 'paymentMethod', value: method },
        ...(gatewayReference === '' ? [] : [{ key: 'paymentReference', value: gatewayReference.slice(0, 256) }]),
      ],
    };
    const account = ['accounts', identifierType, accountNumber, 'bills'];
    const path = pathOf(...account, ...(bill?.reference ? [bill.reference] : []), 'payments');
    return readAnswer(request, await api.post(path, paymentRequestSchema.parse(body), request.correlationId));
  }

  return {
    postPayment,
    findPosting,
    async reversePosting({ amount, payment, reference }) {
      const posted = await findPosting(payment);
      if (posted.status === 'not-found') return { status: 'refused', reason: 'the biller does not know the payment' };
      if (posted.status === 'refused') return { status: 'refused', reason: 'the biller has refused the payment' };
      if (posted.status !== 'accepted' || !isPathPart(posted.receiptNumber)) return unreachable;
      const request = await recordRequest(db, reference, amount, clock.now());
      const body = reversalRequestSchema.parse({
        ...{ type: 'reversal', amount: formatAmount(amount), currency },
        requestingOrganisationTransactionReference: reference,
      });
      const path = pathOf('transactions', posted.receiptNumber, 'reversals');
      return readAnswer(request, await api.post(path, body, request.correlationId));
    },
  };
}
