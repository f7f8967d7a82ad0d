import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayError, GatewayReport, GatewayStart } from '../gateway';
import { postSignedRequest, type SignedRequestBody } from '../signed-requests';
import { createReportReader } from '../signed-reports';
import { responseSchema, reportSchema, toReport } from './messages';

export interface PresentmentSettings {
  /** Where the network is, without a path. */
  readonly hostUrl: string;
  readonly keyId: string;
  readonly secret: string;
  /** The merchant's name, as the network shows it. */
  readonly merchant: string;
  /** The backend's address for the network's callbacks. */
  readonly callbackUrl: string;
  /** How long one call may take, ms. */
  readonly timeoutMs: number;
}

/** What makes one network different from another. */
export interface PresentmentNetwork {
  /** Our name of it, and the first part of its paths. */
  readonly name: string;
  /** The code that we make, or null where the network makes it, and until when it is good (ISO 8601); null refuses the order. */
  prepare(order: AttemptOrder): { readonly code: string | null; readonly expiresAt: string } | null;
  toStart(code: string, expiresAt: string): GatewayStart;
}

/**
 * Payments by a code that the payer shows or scans elsewhere, by the protocol of the README beside. The payer's browser brings nothing back:
 * the network's callback and enquiries tell. An attempt that the payer turns away from is withdrawn.
 */
export function createPresentmentGateway(network: PresentmentNetwork, settings: PresentmentSettings): Gateway {
  const key = { keyId: settings.keyId, secret: settings.secret };
  const endpoint = { hostUrl: settings.hostUrl, key, timeoutMs: settings.timeoutMs };
  const call = (action: string, payload: SignedRequestBody) =>
    postSignedRequest(endpoint, `/${network.name}/${action}`, payload, responseSchema);

  async function ask(action: string, order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    const answer = await call(action, { number: order.number, amount: order.amount, currency: 'MYR' });
    return answer.ok ? success(toReport(answer.value)) : answer;
  }

  return {
    name: network.name,

    async begin(order) {
      const prepared = network.prepare(order);
      if (prepared === null) return failure('refused');
      const registration = {
        number: order.number,
        amount: order.amount,
        currency: 'MYR',
        description: order.description,
        merchant: settings.merchant,
        code: prepared.code,
        expiresAt: prepared.expiresAt,
        callbackUrl: settings.callbackUrl,
      };
      const answer = await call('register', registration);
      if (!answer.ok) return answer;
      const { outcome, code } = answer.value;
      const isOurs = code !== '' && (prepared.code === null || prepared.code === code);
      if (outcome !== 'waiting' || !isOurs) return failure('unreachable');
      return success(network.toStart(code, prepared.expiresAt));
    },

    ...createReportReader(key, reportSchema, toReport),
    enquire: (order) => ask('enquire', order),
    withdraw: (order) => ask('withdraw', order),
  };
}
