import type { Customer, PaymentMethod, Setup } from './setup';

/* Objects of kept cards as Stripe's API reference has them, with the fields of the fixtures in stripe/openapi. */

export type SetupExpansion = 'setup_intent' | 'setup_intent.payment_method';

export function describeCustomer({ id, email, metadata, createdAt }: Customer): object {
  return {
    ...{ id, object: 'customer', email, metadata, created: createdAt, livemode: false },
    ...{ balance: 0, currency: null, default_source: null, delinquent: false, description: null, name: null },
  };
}

export function describePaymentMethod({ id, customer, card, name, createdAt }: PaymentMethod): object {
  return {
    ...{ id, object: 'payment_method', type: 'card', customer, created: createdAt, livemode: false, metadata: {} },
    billing_details: { address: null, email: null, name, phone: null },
    card: {
      ...{ brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
      ...{ country: 'MY', funding: 'credit', checks: { cvc_check: 'pass' }, wallet: null },
    },
  };
}

/** A SetupIntent; `paymentMethod` is an id, or the payment method itself. */
export function describeSetupIntent(
  { intent, customer, createdAt }: Setup,
  paymentMethod: string | object | null = intent.paymentMethod,
): object {
  const { id, status, metadata, error } = intent;
  return {
    ...{ id, object: 'setup_intent', status, customer, metadata, created: createdAt, livemode: false },
    ...{ usage: 'off_session', payment_method_types: ['card'], payment_method: paymentMethod },
    ...{ last_setup_error: error, cancellation_reason: status === 'canceled' ? 'abandoned' : null, mandate: null },
  };
}

/** The page of a session in setup mode. */
export function setupPageUrl({ id }: Pick<Setup, 'id'>, banksOrigin: string): string {
  return `${banksOrigin}/stripe/c/setup/${id}#fidkdWxOYHwnPyd1blpxYHZxWjA0`;
}

/** A session in setup mode as the API and the events have it: it has neither an amount nor a PaymentIntent. */
export function describeSetup(setup: Setup, banksOrigin: string, setupIntent: string | object): object {
  return {
    ...{ id: setup.id, object: 'checkout.session', mode: 'setup', livemode: false, locale: setup.locale },
    ...{ status: setup.status, payment_status: 'no_payment_required', payment_intent: null },
    ...{ amount_subtotal: null, amount_total: null, currency: 'myr' },
    ...{ client_reference_id: setup.reference, metadata: setup.metadata, customer: setup.customer },
    ...{ created: setup.createdAt, expires_at: setup.expiresAt, setup_intent: setupIntent },
    ...{ success_url: setup.successUrl, cancel_url: setup.cancelUrl, ui_mode: 'hosted' },
    url: setup.status === 'open' ? setupPageUrl(setup, banksOrigin) : null,
  };
}
