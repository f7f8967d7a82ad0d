import { stateAt, type BankPayment, type BankState } from '../bank/bank-payment';
import { signReportFields } from '../acquirer/signature';
import type { GatewayProtocol } from '../bank/gateway-protocol';
import type { PresentmentNetwork } from './network';

const outcomeOfState = {
  open: 'waiting',
  approved: 'paid',
  declined: 'declined',
  cancelled: 'withdrawn',
  pending: 'waiting',
  'pending-approval': 'waiting',
  unknown: 'waiting',
  voided: 'withdrawn',
  expired: 'expired',
  'no-payment': 'not-found',
} as const satisfies Record<BankState | 'expired', string>;

/** A network's report of a payment at the current time of its clock. */
export function describePresentment(payment: BankPayment, network: PresentmentNetwork, nowMs: number) {
  const outcome = outcomeOfState[stateAt(payment, nowMs)];
  return {
    number: payment.number,
    outcome,
    amount: payment.amount,
    currency: payment.currency,
    reference: payment.reference,
    place: outcome === 'paid' ? network.place : '',
  };
}

/** A network's callback. The payer's browser returns without fields, to the site's result. */
export function createPresentmentProtocol(
  network: PresentmentNetwork,
  siteOrigin: string,
  now: () => number,
): GatewayProtocol {
  return {
    describeBank: () => network.heading,
    returnUrl: () => `${siteOrigin}/ewallet/view/bankResult`,
    callbackUrl: (payment) => payment.details.callbackUrl ?? '',
    signReport(payment) {
      const payload = describePresentment(payment, network, now());
      const fields = {
        ...payload,
        keyId: network.key.keyId,
        amount: String(payload.amount),
        reportedAt: payment.decidedAt,
      };
      return signReportFields(network.key, fields);
    },
    tamperWithAmount: (fields, amount) => ({ ...fields, amount: String(amount) }),
    replaceNumber: (fields, number) => ({ ...fields, number }),
  };
}
