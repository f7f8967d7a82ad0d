import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayAddresses, GatewayError, GatewayReport } from '../gateway';
import { postFormToGateway } from '../gateway-http';
import { buildQuery, buildRefund, buildSale } from './request';
import { isErrorReport, readCause, readRefundResponse, readResponse } from './response';

/** A wallet or bank behind eGHL. */
export interface EghlProvider {
  /** eGHL's code for it (IssuingBank). */
  readonly code: string;
  /** Its name for payers. */
  readonly name: string;
}

export interface EghlSettings {
  /** The URL of eGHL's page; origin and path differ between its test and live systems. */
  readonly pageUrl: string;
  readonly serviceId: string;
  readonly password: string;
  readonly merchant: string;
  /** The time-out of an enquiry, ms. */
  readonly timeoutMs: number;
}

export interface EghlGatewaySettings extends EghlSettings, GatewayAddresses {
  /** Our name of this channel of eGHL: each has its own callback URL and result route. */
  readonly name: string;
  readonly pymtMethod: string;
  /** By `order.provider`; the key is empty for a channel with one provider. */
  readonly providers: Readonly<Record<string, EghlProvider>>;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

/** Whether a payment is refunded, by TxnStatus of a QUERY: paid, reversed, refunded. Another status tells nothing of refunds. */
const refundedByStatus: ReadonlyMap<string, boolean> = new Map([
  ['0', false],
  ['9', true],
  ['10', true],
]);

/** Our choice, which PageTimeout tells eGHL. */
const pageSessionMs = 10 * 60 * 1000;

/**
 * Payments through eGHL's hosted page. `order.provider` selects one of `providers`; `begin` returns 'refused' for another, without a call.
 * A return or callback that reports a failure has the status 'unknown', which needs an enquiry.
 */
export function createEghlGateway(settings: EghlGatewaySettings): Gateway {
  const { name, callback, returnRoutes, pymtMethod, providers, returnUrl, callbackUrl } = settings;
  const merchant = { serviceId: settings.serviceId, password: settings.password, name: settings.merchant };
  const names = new Map(Object.values(providers).map((provider) => [provider.code, provider.name]));
  const trust = { ...merchant, nameOfProvider: (code: string) => names.get(code) ?? null };

  /** Posts a message of ours from server to server, and returns the fields of the response. */
  async function post(
    message: Record<string, string>,
    options?: { readonly isOnce: boolean },
  ): Promise<Result<Record<string, string>, GatewayError>> {
    const answer = await postFormToGateway(settings.pageUrl, message, settings.timeoutMs, options);
    if (!answer.ok) return answer;
    if (answer.value.status >= 400 && answer.value.status < 500) return failure('refused');
    if (answer.value.status !== 200) return failure('unreachable');
    return success(Object.fromEntries(new URLSearchParams(answer.value.text.trim())));
  }

  async function enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    const fields = await post(buildQuery(merchant, { pymtMethod }, order));
    if (!fields.ok) return fields;
    const report = readResponse('query', fields.value, trust);
    // A response that is unsigned, for another payment, or an error of eGHL is not a status of the payment.
    if (!report.ok || report.value.number !== order.number || isErrorReport(report.value)) {
      return failure('unreachable');
    }
    return report;
  }

  return {
    name,
    sessionMs: pageSessionMs,
    callback,
    returnRoutes,

    async begin(order) {
      const chosen = order.provider ?? '';
      const provider = Object.hasOwn(providers, chosen) ? providers[chosen] : undefined;
      if (provider === undefined) return failure('refused');
      const channel = { pymtMethod, issuingBank: provider.code, returnUrl, callbackUrl };
      return success({
        kind: 'redirect',
        request: { url: settings.pageUrl, method: 'POST', fields: buildSale(merchant, channel, order) },
      });
    },

    verifyReport: (fields) => readResponse('report', fields, trust),

    readNumber(fields) {
      const number = fields.PaymentID ?? '';
      return /^[a-z0-9]{20}$/.test(number) ? number : null;
    },

    causeOf: readCause,
    enquire,

    refunds: {
      repeats: 'never',
      async refund({ amount, gatewayReference, payment }) {
        const fields = await post(buildRefund(merchant, { pymtMethod }, payment, amount), { isOnce: true });
        // A 4xx is unsigned: it does not tell whether the request before it was lost.
        if (!fields.ok) return { status: 'unknown' };
        const outcome = readRefundResponse(fields.value, trust, { number: payment.number, amount });
        if (outcome === 'refunded') return { status: 'succeeded', gatewayReference };
        return outcome === 'refused' ? { status: 'failed', reason: 'refused' } : { status: 'unknown' };
      },
      async readRefunded(payment) {
        const report = await enquire(payment);
        if (!report.ok) return report;
        // Of a payment that is paid: whether it was refunded. eGHL does not tell how much, nor tells it of a part (README.md).
        const state = refundedByStatus.get(report.value.reasonCode);
        return state === undefined ? failure('unreachable') : success({ isRefunded: state });
      },
    },
  };
}
