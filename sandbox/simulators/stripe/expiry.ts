import type { StripeRefusal } from './money-back';

const minuteSeconds = 60;
/** Checkout Session, expires_at. */
const lifetimes = { shortest: 30 * minuteSeconds, longest: 24 * 60 * minuteSeconds } as const;

/** When a session ends; null for a time that Stripe does not take. Seconds since 1970. */
export function readExpiry(asked: number | undefined, now: number): number | null {
  const expiresAt = asked ?? now + lifetimes.longest;
  return expiresAt < now + lifetimes.shortest || expiresAt > now + lifetimes.longest ? null : expiresAt;
}

/** The refusal of a time that `readExpiry` does not take. */
export const badExpiry: StripeRefusal = {
  code: null,
  message: 'expires_at must be 30 minutes to 24 hours from now.',
};
