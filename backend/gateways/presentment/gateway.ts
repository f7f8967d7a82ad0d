import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayAddresses, GatewayError, GatewayReport, GatewayStart } from '../gateway';
import { postSignedRequest, type SignedRequestBody } from '../signed-requests';
import { createReportReader } from '../signed-reports';
import { responseSchema, reportSchema, toReport } from './messages';

export interface PresentmentSettings {
  /** The network's origin. */
  readonly hostUrl: string;
  readonly keyId: string;
  readonly secret: string;
  /** The merchant's name for the network's display. */
  readonly merchant: string;
  /** The backend's URL for the network's callbacks. */
  readonly callbackUrl: string;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

/** The differences between networks. */
export interface PresentmentNetwork {
  /** Our name of the network, and the first segment of its paths. */
  readonly name: string;
  readonly addresses: GatewayAddresses;
  /** The code, if we generate it and not the network, and its expiry (ISO 8601); null refuses the order. */
  prepare(order: AttemptOrder): { readonly code: string | null; readonly expiresAt: string } | null;
  toStart(code: string, expiresAt: string): GatewayStart;
}

/**
 * Payments by a presentment code, by the protocol in README.md. There is no browser return: the outcome comes from the network's callback
 * and enquiries. The code of an abandoned attempt is withdrawn.
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
    ...network.addresses,

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
