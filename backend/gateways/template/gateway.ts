import { z } from 'zod';
import { checkMethodAmount } from '@/lib/domain/methods/method-table';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayError, GatewayReport } from '../gateway';
import { createExampleApi } from './api';
import { paymentSchema, toReport, type Payment } from './payment';
import { readNumber, readReport } from './report';
import { buildPayment } from './request';
import { exampleAddresses, type ExampleSettings } from './settings';

/** How long a page can be paid, ms: `expires_at` tells it. */
const pageSessionMs = 10 * 60 * 1000;

/** The report on an attempt without a payment: the answer to `begin` was lost, and no payer was redirected. */
function reportNotCreated({ number, amount }: AttemptOrder): GatewayReport {
  const none = { gatewayReference: '', reasonCode: '', bankName: null };
  return { number, status: 'unknown', amount, currency: 'MYR', ...none };
}

/** Whether a page may be shown to a payer: by https, unless the API is on this machine without it. */
function isPageUrl(pageUrl: string, apiUrl: string): boolean {
  return pageUrl.startsWith('https:') || new URL(pageUrl).origin === new URL(apiUrl).origin;
}

/** Cards on Example's page (README.md). `begin` returns 'refused' for another method or an amount outside its limits, without a call. */
export function createExampleGateway(settings: ExampleSettings): Gateway {
  const api = createExampleApi(settings);

  /** Takes a payment that is the attempt's; anything else is no answer. */
  function report(
    read: Result<Payment, GatewayError>,
    { number, paymentId }: AttemptOrder,
  ): Result<GatewayReport, GatewayError> {
    if (!read.ok) return read;
    const isOfAttempt = read.value.reference === number && read.value.id === paymentId;
    return isOfAttempt ? success(toReport(read.value)) : failure('unreachable');
  }

  return {
    name: 'example',
    ...exampleAddresses,
    cardEntry: 'gateway',
    sessionMs: pageSessionMs,

    async begin(order) {
      if (order.method !== 'newCard' || checkMethodAmount('newCard', order.amount) !== null) return failure('refused');
      const created = await api.post('payments', buildPayment(settings, order), paymentSchema);
      if (!created.ok) return created;
      const { id, reference, amount, currency, page_url: url } = created.value;
      const isAsAsked = reference === order.number && amount === order.amount && currency === 'MYR';
      if (!isAsAsked || !isPageUrl(url, settings.apiUrl)) return failure('unreachable');
      return success({ kind: 'redirect', request: { url, method: 'GET', fields: {} }, paymentId: id });
    },

    verifyReport: (fields) => readReport(fields, settings.callbackKey),
    readNumber,

    async enquire(order) {
      if (order.paymentId === null) return success(reportNotCreated(order));
      return report(await api.get(`payments/${order.paymentId}`, paymentSchema), order);
    },

    async withdraw(order) {
      if (order.paymentId === null) return success(reportNotCreated(order));
      return report(await api.post(`payments/${order.paymentId}/cancel`, {}, paymentSchema), order);
    },

    async checkCredentials() {
      const account = await api.get('account', z.object({}));
      if (account.ok) return 'accepted';
      return account.error === 'refused' ? 'rejected' : 'unreachable';
    },
  };
}
