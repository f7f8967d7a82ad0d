import type { GatewayValues } from '@/lib/configuration/gateways';
import type { StripeSettings } from './gateway';

/** Returns Stripe's settings from its variables and the site's origin; `timeoutMs` is for a call. */
export function toStripeSettings(
  values: NonNullable<GatewayValues['stripe']>,
  { siteOrigin }: { readonly siteOrigin: string },
  timeoutMs: number,
): StripeSettings {
  return {
    apiUrl: values.STRIPE_API_URL,
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecrets: values.STRIPE_WEBHOOK_SECRETS,
    cardWallets: values.STRIPE_WALLETS,
    siteOrigin,
    timeoutMs,
  };
}
