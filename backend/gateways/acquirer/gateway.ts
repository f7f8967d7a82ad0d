import { cardResultRoutes } from '@/lib/domain/methods/method-descriptor';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { failure, success, type Result } from '@/lib/domain/result';
import type {
  AttemptOrder,
  CardData,
  Gateway,
  GatewayAddresses,
  GatewayError,
  GatewayReport,
  RefundOrder,
} from '../gateway';
import { postSignedRequest, type SignedRequestBody } from '../signed-requests';
import { verifyReport } from '../signed-messages';
import { createReportReader } from '../signed-reports';
import {
  disputeSchema,
  isFinalDecline,
  needsPayer,
  refundSchema,
  responseSchema,
  reportSchema,
  toDisputeReport,
  toRefundAnswer,
  toReport,
  type AcquirerResponse,
  type RefundResponse,
} from './messages';

export interface AcquirerSettings {
  /** The acquirer's origin. */
  readonly hostUrl: string;
  readonly keyId: string;
  readonly secret: string;
  /** The merchant's name on the 3-D Secure page. */
  readonly merchant: string;
  /** The site's public origin: the browser returns to the result route of the card's brand. */
  readonly siteOrigin: string;
  /** The backend's URL for the acquirer's callbacks. */
  readonly callbackUrl: string;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

export interface AcquirerGateway extends Gateway {
  /** Reverses an approved payment in full (a card verification of RM1). Its status is then 'cancelled'. */
  voidPayment(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
}

const acquirerAddresses = {
  callback: 'acquirer',
  returnRoutes: [...new Set(Object.values(cardResultRoutes))],
} as const satisfies GatewayAddresses;

/** Our choice, which `expiresAt` tells the acquirer. */
const pageSessionMs = 10 * 60 * 1000;

interface Instalment {
  readonly bank: string;
  readonly months: number;
}

/** Parses `order.provider`: null for a payment in full, `MBB:12` for a bank's plan of 12 months. */
function readInstalment(provider: string | null): Result<Instalment | null, 'malformed'> {
  if (provider === null) return success(null);
  const match = /^([A-Z]{2,8}):(\d{1,2})$/.exec(provider);
  if (!match) return failure('malformed');
  const [, bank = '', months = ''] = match;
  return success({ bank, months: Number(months) });
}

/** American Express has the prefixes 34 and 37. */
function returnRouteOf(cardNumber: string): ResultRoute {
  return cardResultRoutes[/^3[47]/.test(cardNumber) ? 'amex' : 'visa'];
}

/**
 * Card payments by the acquirer's protocol (see README.md). `order.provider` is null, or an instalment plan as `BANK:MONTHS`. After
 * 'unreachable' from `begin` the outcome is unknown and needs an enquiry. Nothing here is logged, and no error contains a card.
 */
export function createAcquirerGateway(settings: AcquirerSettings): AcquirerGateway {
  const key = { keyId: settings.keyId, secret: settings.secret };

  const endpoint = { hostUrl: settings.hostUrl, key, timeoutMs: settings.timeoutMs };

  function call(path: string, payload: SignedRequestBody): Promise<Result<AcquirerResponse, GatewayError>> {
    return postSignedRequest(endpoint, path, payload, responseSchema);
  }

  async function ask(path: string, order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    const answer = await call(path, { number: order.number, amount: order.amount, currency: 'MYR' });
    return answer.ok ? success(toReport(answer.value)) : answer;
  }

  /** The call that authorises a payment; the same number twice is one payment. */
  function authorise(
    order: AttemptOrder,
    card: CardData,
    { initiator, instalment }: { readonly initiator: 'payer' | 'merchant'; readonly instalment: Instalment | null },
  ): Promise<Result<AcquirerResponse, GatewayError>> {
    return call('/acquirer/authorise', {
      ...{ number: order.number, amount: order.amount, currency: 'MYR', description: order.description },
      merchant: settings.merchant,
      card: { number: card.number, expiry: card.expiry, cvv: card.cvv, name: card.name },
      ...{ instalment, initiator },
      returnUrl: new URL(returnRouteOf(card.number), settings.siteOrigin).href,
      callbackUrl: settings.callbackUrl,
      expiresAt: order.deadline,
    });
  }

  /** Calls about a refund: `refund` makes one once by our reference, `refund/enquire` tells what became of it. A response of another is none. */
  async function askRefund(path: string, order: RefundOrder): Promise<Result<RefundResponse, GatewayError>> {
    const { reference: refund, amount, payment } = order;
    const body = { number: payment.number, refund, amount, currency: 'MYR' };
    const answer = await postSignedRequest(endpoint, path, body, refundSchema);
    if (!answer.ok) return answer;
    const isSame =
      answer.value.refund === refund && (answer.value.amount === amount || answer.value.outcome === 'not-found');
    return isSame ? answer : failure('unreachable');
  }

  return {
    name: 'acquirer',
    sessionMs: pageSessionMs,
    ...acquirerAddresses,

    async begin(order: AttemptOrder, card?: CardData) {
      const instalment = readInstalment(order.provider);
      if (!card || !instalment.ok) return failure('refused');
      const answer = await authorise(order, card, { initiator: 'payer', instalment: instalment.value });
      if (!answer.ok) return answer;
      const { outcome, threeDSecure } = answer.value;
      if (outcome !== 'challenge') return success({ kind: 'report', report: toReport(answer.value) });
      if (!threeDSecure) return failure('unreachable');
      return success({ kind: 'redirect', request: { ...threeDSecure, method: 'POST' } });
    },

    ...createReportReader(key, reportSchema, toReport),
    verifyDispute(fields) {
      if (fields.channel !== 'dispute') return null;
      const parsed = disputeSchema.safeParse(fields);
      if (!parsed.success) return failure('malformed');
      return verifyReport(key, fields) ? success(toDisputeReport(parsed.data)) : failure('unsigned');
    },
    enquire: (order) => ask('/acquirer/enquire', order),
    voidPayment: (order) => ask('/acquirer/void', order),

    charges: {
      isFinalDecline,
      needsPayer,
      async chargeCard(order, card) {
        const answer = await authorise(order, { ...card, cvv: null }, { initiator: 'merchant', instalment: null });
        if (!answer.ok) return answer;
        const report = toReport(answer.value);
        // An answer about another payment, or one that asks for the payer, is none.
        const isAnswer = report.number === order.number && answer.value.outcome !== 'challenge';
        return isAnswer ? success(report) : failure('unreachable');
      },
    },

    refunds: {
      repeats: 'by-reference',
      async refund(order) {
        const answer = await askRefund('/acquirer/refund', order);
        if (answer.ok) return toRefundAnswer(answer.value);
        // A signed refusal has moved no money.
        return answer.error === 'refused' ? { status: 'failed', reason: 'refused' } : { status: 'unknown' };
      },
      async findRefund(order) {
        const answer = await askRefund('/acquirer/refund/enquire', order);
        if (!answer.ok) return { status: 'unknown' };
        return answer.value.outcome === 'not-found' ? { status: 'not-found' } : toRefundAnswer(answer.value);
      },
    },
  };
}
