import { stateAt, type BankPayment, type BankState } from '../bank/bank-payment';
import type { GatewayProtocol } from '../bank/gateway-protocol';
import { signReportFields, type MerchantKey } from './signature';

const outcomeOfState = {
  // The issuer decides on its page.
  open: 'not-found',
  approved: 'approved',
  declined: 'declined',
  cancelled: 'cancelled',
  pending: 'pending',
  'pending-approval': 'pending',
  unknown: 'unknown',
  voided: 'voided',
  expired: 'expired',
  'no-payment': 'not-found',
} as const satisfies Record<BankState | 'expired', string>;

/** How long a merchant may take to answer a dispute. */
const daysToAnswer = 14;
const dayMs = 24 * 60 * 60 * 1000;

const issuerOfScheme: Readonly<Record<string, string>> = {
  visa: 'Visa Secure',
  mastercard: 'Mastercard Identity Check',
  amex: 'American Express SafeKey',
};

/** The acquirer's report of a payment at the current time of its clock. */
export function describePayment(payment: BankPayment, nowMs: number) {
  const state = stateAt(payment, nowMs);
  return {
    number: payment.number,
    outcome: outcomeOfState[state],
    reason: state === 'declined' ? payment.reason || 'issuer-declined' : '',
    amount: payment.amount,
    currency: payment.currency,
    reference: state === 'no-payment' ? '' : payment.reference,
    scheme: payment.details.scheme ?? '',
  };
}

export function createAcquirerProtocol(key: MerchantKey, now: () => number): GatewayProtocol {
  return {
    describeBank: (payment) => issuerOfScheme[payment.details.scheme ?? ''] ?? 'Card issuer',
    returnUrl: (payment) => payment.details.returnUrl ?? '',
    callbackUrl: (payment) => payment.details.callbackUrl ?? '',
    signReport(payment, channel) {
      const payload = describePayment(payment, now());
      const fields = {
        ...payload,
        ...{ keyId: key.keyId, channel, amount: String(payload.amount), reportedAt: payment.decidedAt },
      };
      return signReportFields(key, fields);
    },
    signDispute(payment, { outcome, reason, amount }) {
      const respondBy = outcome === 'opened' ? new Date(now() + daysToAnswer * dayMs).toISOString() : '';
      const fields = {
        ...{ keyId: key.keyId, channel: 'dispute', number: payment.number, dispute: `DP${payment.reference}` },
        ...{ outcome, reason, amount: String(amount), currency: payment.currency, reference: payment.reference },
        ...{ respondBy, reportedAt: new Date(now()).toISOString() },
      };
      return signReportFields(key, fields);
    },
    tamperWithAmount: (fields, amount) => ({ ...fields, amount: String(amount) }),
    replaceNumber: (fields, number) => ({ ...fields, number }),
  };
}
