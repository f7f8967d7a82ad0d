import type Stripe from 'stripe';
import { checkMethodAmount } from '@/lib/domain/methods/method-table';
import type { AttemptOrder } from '../gateway';
import { isStripeBank } from './names';

/** The name of our number in the query of a browser's return. */
export const referenceParameter = 'stripe_reference';

const minuteSeconds = 60;
/**
 * How long Stripe lets a session live: 30 minutes to 24 hours after it has created it (Checkout Session, expires_at). A minute is left for our
 * call, and for clocks that differ.
 */
const lifetimeSeconds = { shortest: 31 * minuteSeconds, longest: (24 * 60 - 1) * minuteSeconds } as const;

/** How long a session can be paid, if its order does not last longer, ms. */
export const sessionMs = lifetimeSeconds.shortest * 1000;

/** Returns Stripe's type of payment method for an order; null for what Stripe does not serve. */
export function findMethodType({ method, provider }: Pick<AttemptOrder, 'method' | 'provider'>) {
  if (method === 'newCard') return 'card';
  if (method === 'fpx') return provider !== null && isStripeBank(provider) ? 'fpx' : null;
  return method === 'wallet' && provider === 'grabpay' ? 'grabpay' : null;
}

/** Stripe's locales of ours (Checkout Session, locale); for another one Stripe follows the browser. */
const locales: Readonly<Record<string, 'en' | 'ms'>> = { en: 'en', ms: 'ms' };

function localeOf(language: string): 'en' | 'ms' | 'auto' {
  return Object.hasOwn(locales, language) ? (locales[language] ?? 'auto') : 'auto';
}

/** When the session must end: at the attempt's deadline, within Stripe's limits. Seconds since 1970; the same each time it is asked. */
function expiryOf({ startedAt, deadline }: AttemptOrder): number {
  const started = Math.floor(Date.parse(startedAt) / 1000);
  const asked = Math.floor(Date.parse(deadline) / 1000);
  return Math.min(Math.max(asked, started + lifetimeSeconds.shortest), started + lifetimeSeconds.longest);
}

/** What sessions of payments and of verifications share. */
function commonOf(order: AttemptOrder, siteOrigin: string) {
  const returnUrl = `${siteOrigin}${order.resultRoute}?${referenceParameter}=${order.number}`;
  return {
    currency: 'myr',
    client_reference_id: order.number,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: expiryOf(order),
    locale: localeOf(order.language),
    metadata: { number: order.number },
  } as const;
}

/**
 * Builds the request for a Checkout Session in setup mode, which keeps a card for charges without its payer (SetupIntent, usage: `off_session`
 * by default) and moves no money. Its customer is one that is created for it: a card can be charged again only for a customer.
 */
export function buildSetupSession(
  order: AttemptOrder,
  siteOrigin: string,
  customer: string,
): Stripe.Checkout.SessionCreateParams {
  return {
    ...commonOf(order, siteOrigin),
    mode: 'setup',
    allowed_payment_method_types: ['card'],
    customer,
    setup_intent_data: { metadata: { number: order.number } },
  };
}

/**
 * Builds the request for a Checkout Session; null for a method, a wallet, a bank or an amount that Stripe does not take. Our number is in
 * `client_reference_id`, in the metadata of the session and of its PaymentIntent, and in the addresses of the browser's return.
 */
export function buildSession(order: AttemptOrder, siteOrigin: string): Stripe.Checkout.SessionCreateParams | null {
  const type = findMethodType(order);
  if (type === null || checkMethodAmount(order.method, order.amount) !== null) return null;
  const name = order.description.slice(0, 250) || order.number;
  return {
    ...commonOf(order, siteOrigin),
    mode: 'payment',
    allowed_payment_method_types: [type],
    line_items: [{ quantity: 1, price_data: { currency: 'myr', unit_amount: order.amount, product_data: { name } } }],
    payment_intent_data: { description: name, metadata: { number: order.number } },
    ...(order.payerEmail !== '' && { customer_email: order.payerEmail }),
  };
}
