import type { Charge, Dispute, Payable, Refund, Session } from './session';

/* Objects as Stripe's API reference has them, with the fields of the fixtures in stripe/openapi that a payment needs. */

export type Expansion = 'payment_intent' | 'payment_intent.latest_charge' | 'latest_charge';

/** The page of a session. Stripe's address ends in a fragment that its page needs. */
export function pageUrl({ id }: Pick<Session, 'id'>, banksOrigin: string): string {
  return `${banksOrigin}/stripe/c/pay/${id}#fidkdWxOYHwnPyd1blpxYHZxWjA0`;
}

/** A card that is not entered in the simulator. */
const anyCard = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2039 };

/** Published: Charge, payment_method_details.card.wallet, with a hash that is named for its type. */
function describeWallet(wallet: Payable['wallet'], last4: string): object | null {
  return wallet && { type: wallet, dynamic_last4: last4, [wallet]: {} };
}

function describeMethod({ methods: [type = 'card'], card, wallet }: Payable): object {
  const { brand, last4, expMonth, expYear } = card ?? anyCard;
  const details = {
    card: {
      ...{ brand, country: 'MY', exp_month: expMonth, exp_year: expYear, funding: 'credit', last4 },
      wallet: describeWallet(wallet, last4),
    },
    fpx: { account_holder_type: 'individual', bank: 'maybank2u', transaction_id: null },
    grabpay: { transaction_id: null },
  };
  return { type, [type]: details[type] };
}

function describeCharge(payment: Payable, id: string): object {
  const { intent, amount } = payment;
  const hasPaid = intent?.status === 'succeeded';
  return {
    ...{ id, object: 'charge', amount, currency: 'myr', livemode: false, paid: hasPaid, captured: hasPaid },
    ...{ payment_intent: intent?.id ?? null, metadata: payment.intentMetadata, description: payment.intentDescription },
    amount_captured: hasPaid ? amount : 0,
    amount_refunded: payment.refunds.reduce((sum, refund) => sum + refund.amount, 0),
    disputed: payment.dispute !== null,
    status: hasPaid ? 'succeeded' : intent?.status === 'processing' ? 'pending' : 'failed',
    payment_method_details: describeMethod(payment),
  };
}

function describeIntent(payment: Payable, isExpanded: boolean, canceledAt: number | null): object | null {
  const { intent, amount, methods } = payment;
  if (intent === null) return null;
  const { id, status, error, charge } = intent;
  return {
    ...{ id, object: 'payment_intent', amount, currency: 'myr', status, livemode: false },
    ...{ amount_capturable: 0, amount_received: status === 'succeeded' ? amount : 0, capture_method: 'automatic' },
    ...{ description: payment.intentDescription, metadata: payment.intentMetadata, payment_method_types: methods },
    last_payment_error: error,
    latest_charge: isExpanded && charge !== null ? describeCharge(payment, charge) : charge,
    canceled_at: status === 'canceled' ? canceledAt : null,
  };
}

/** A charge of a kept card: a PaymentIntent that no session has. After a failure it has no payment method any more. */
export function describeChargeIntent(charge: Charge, expansions: readonly Expansion[] = []): object {
  const isFailed = charge.intent.status === 'requires_payment_method';
  return {
    ...describeIntent(charge, expansions.includes('latest_charge'), charge.canceledAt),
    ...{ customer: charge.customer, payment_method: isFailed ? null : charge.paymentMethod, created: charge.createdAt },
  };
}

/** A session as the API and the events have it. */
export function describeSession(session: Session, banksOrigin: string, expansions: readonly Expansion[] = []): object {
  const isExpanded = expansions.length > 0;
  return {
    ...{ id: session.id, object: 'checkout.session', mode: 'payment', livemode: false, locale: session.locale },
    ...{ status: session.status, payment_status: session.intent?.status === 'succeeded' ? 'paid' : 'unpaid' },
    ...{ amount_subtotal: session.amount, amount_total: session.amount, currency: 'myr' },
    ...{ client_reference_id: session.reference, metadata: session.metadata, customer: null },
    ...{ customer_email: session.email, customer_details: session.email === null ? null : { email: session.email } },
    ...{ allowed_payment_method_types: session.methods, payment_method_types: session.methods },
    ...{ created: session.createdAt, expires_at: session.expiresAt },
    ...{ success_url: session.successUrl, cancel_url: session.cancelUrl, ui_mode: 'hosted' },
    url: session.status === 'open' ? pageUrl(session, banksOrigin) : null,
    payment_intent: isExpanded
      ? describeIntent(session, expansions.includes('payment_intent.latest_charge'), session.expiresAt)
      : (session.intent?.id ?? null),
  };
}

/** A refund as the API has it. */
export function describeRefund({ intent }: Payable, { id, amount, status, metadata, at }: Refund): object {
  return {
    ...{ id, object: 'refund', amount, currency: 'myr', status, metadata, created: at, reason: null },
    ...{ payment_intent: intent?.id ?? null, charge: intent?.charge ?? null, receipt_number: null },
    ...(status === 'pending' && { pending_reason: 'processing' }),
  };
}

const weekSeconds = 7 * 24 * 60 * 60;

/** A dispute as the events have it: it names the payment by Stripe's ids only. */
export function describeDispute({ intent }: Payable, { id, amount, reason, status, at }: Dispute): object {
  return {
    ...{ id, object: 'dispute', amount, currency: 'myr', status, created: at, livemode: false, metadata: {} },
    ...{
      payment_intent: intent?.id ?? null,
      charge: intent?.charge ?? '',
      reason: 'general',
      balance_transactions: [],
    },
    is_charge_refundable: false,
    evidence_details: { due_by: at + weekSeconds, has_evidence: false, past_due: false, submission_count: 0 },
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: reason },
    },
  };
}
