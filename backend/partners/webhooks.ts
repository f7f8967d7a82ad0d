import { webhookEvents, type WebhookEvent } from '@/lib/contract/orders';
import type { Trx } from '../db/database';
import { scheduleJob } from '../jobs/model';
import { listAttempts, orderColumns } from '../payments/model';
import { createEventId } from '../random-ids';
import { describeOrder } from './order-details';

/** Gives what a partner is told when an order or one of its attempts comes to a state; null for a state that ends nothing. */
export function webhookEventOf(what: 'order' | 'attempt', state: string): WebhookEvent | null {
  const name = state === 'review' ? 'order.review' : `${what}.${state}`;
  return webhookEvents.find((event) => event === name) ?? null;
}

/**
 * Writes down what a partner's server is to be told, in the SQL transaction that makes it true: it is sent if, and only if, that one holds. Nothing
 * for a payment without a partner's order number, and for a partner that has named no address.
 */
export async function enqueueWebhook(trx: Trx, refid: string, event: WebhookEvent, at: Date): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .select(orderColumns)
    .where('refid', '=', refid)
    .executeTakeFirstOrThrow();
  if (order.partner_order_number === null) return;
  const partner = await trx
    .selectFrom('partners')
    .select('webhook_url')
    .where('key', '=', order.partner_key)
    .executeTakeFirstOrThrow();
  const url = order.webhook_url ?? partner.webhook_url;
  if (url === null) return;
  const eventId = createEventId();
  const report = describeOrder({ order, attempts: await listAttempts(trx, refid) });
  const body = JSON.stringify({ eventId, event, partnerKey: order.partner_key, at: at.toISOString(), ...report });
  const { id } = await trx
    .insertInto('webhooks')
    .values({
      event_id: eventId,
      event,
      partner_key: order.partner_key,
      order_refid: refid,
      url,
      body,
      created_at: at,
      last_failure: null,
      delivered_at: null,
      given_up_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await scheduleJob(trx, 'deliver-webhook', id, at);
}
