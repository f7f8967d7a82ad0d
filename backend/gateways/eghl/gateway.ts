import { failure, success } from '@/lib/domain/result';
import type { Gateway, GatewayAddresses } from '../gateway';
import { postFormToGateway } from '../gateway-http';
import { buildQuery, buildSale } from './request';
import { isErrorReport, readResponse } from './response';

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

    async enquire(order) {
      const query = buildQuery(merchant, { pymtMethod }, order);
      const answer = await postFormToGateway(settings.pageUrl, query, settings.timeoutMs);
      if (!answer.ok) return answer;
      if (answer.value.status >= 400 && answer.value.status < 500) return failure('refused');
      if (answer.value.status !== 200) return failure('unreachable');
      const fields = Object.fromEntries(new URLSearchParams(answer.value.text.trim()));
      const report = readResponse('query', fields, trust);
      // A response that is unsigned, for another payment, or an error of eGHL is not a status of the payment.
      if (!report.ok || report.value.number !== order.number || isErrorReport(report.value)) {
        return failure('unreachable');
      }
      return report;
    },
  };
}
