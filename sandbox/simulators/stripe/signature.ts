import { createHmac } from 'node:crypto';

/** Returns the `Stripe-Signature` of an event sent at `seconds`: HMAC-SHA256 of time and body by the endpoint's secret. Stripe, Webhooks. */
export function signEvent(body: string, seconds: number, secret: string): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
