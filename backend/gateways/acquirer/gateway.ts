import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, CardData, Gateway, GatewayError, GatewayReport } from '../gateway';
import { postSignedRequest, type SignedRequestBody } from '../signed-requests';
import { createReportReader } from '../signed-reports';
import { responseSchema, reportSchema, toReport, type AcquirerResponse } from './messages';

export interface AcquirerSettings {
  /** Where the acquirer is, without a path. */
  readonly hostUrl: string;
  readonly keyId: string;
  readonly secret: string;
  /** The merchant's name on the 3-D Secure page. */
  readonly merchant: string;
  /** The site's public origin: the browser comes back to its `/bankResultMBB`, with an Amex to its `/bankResultAMB`. */
  readonly siteOrigin: string;
  /** The backend's address for the acquirer's callbacks. */
  readonly callbackUrl: string;
  /** How long one call may take, ms. */
  readonly timeoutMs: number;
}

export interface AcquirerGateway extends Gateway {
  /** Gives an approved payment back in full (a card verification of RM1). Verdict 'cancelled' when it is done. */
  voidPayment(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>>;
}

interface Instalment {
  readonly bank: string;
  readonly months: number;
}

/** Reads `order.provider`: null for a payment at once, `MBB:12` for a bank's plan of 12 months. */
function readInstalment(provider: string | null): Result<Instalment | null, 'malformed'> {
  if (provider === null) return success(null);
  const match = /^([A-Z]{2,8}):(\d{1,2})$/.exec(provider);
  if (!match) return failure('malformed');
  const [, bank = '', months = ''] = match;
  return success({ bank, months: Number(months) });
}

/** American Express has the prefixes 34 and 37, and a result route of its own (Spec: the bank result routes). */
function returnPathOf(cardNumber: string): string {
  return /^3[47]/.test(cardNumber) ? '/bankResultAMB' : '/bankResultMBB';
}

/**
 * Cards by the acquirer's protocol (see the README beside). `order.provider` is null, or an instalment plan as `BANK:MONTHS`.
 * `begin` that answers 'unreachable' says nothing about the money: the attempt has to be enquired. Nothing here logs, and no error
 * carries a card.
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

  return {
    name: 'acquirer',

    async begin(order: AttemptOrder, card?: CardData) {
      const instalment = readInstalment(order.provider);
      if (!card || !instalment.ok) return failure('refused');
      const payload = {
        number: order.number,
        amount: order.amount,
        currency: 'MYR',
        description: order.description,
        merchant: settings.merchant,
        card: { number: card.number, expiry: card.expiry, cvv: card.cvv, name: card.name },
        instalment: instalment.value,
        returnUrl: new URL(returnPathOf(card.number), settings.siteOrigin).href,
        callbackUrl: settings.callbackUrl,
        expiresAt: order.deadline,
      };
      const answer = await call('/acquirer/authorise', payload);
      if (!answer.ok) return answer;
      const { outcome, threeDSecure } = answer.value;
      if (outcome !== 'challenge') return success({ kind: 'report', report: toReport(answer.value) });
      if (!threeDSecure) return failure('unreachable');
      return success({ kind: 'redirect', request: { ...threeDSecure, method: 'POST' } });
    },

    ...createReportReader(key, reportSchema, toReport),
    enquire: (order) => ask('/acquirer/enquire', order),
    voidPayment: (order) => ask('/acquirer/void', order),
  };
}
