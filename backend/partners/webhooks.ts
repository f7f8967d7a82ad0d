import type { z } from 'zod';
import { webhookEvents, type WebhookEvent, type webhookSchema } from '@/lib/contract/orders';
import type { Trx } from '../db/database';
import { scheduleJob, type Lane } from '../jobs/model';
import { listAttempts, orderColumns } from '../payments/model';
import { createEventId } from '../random-ids';
import { sumRefunded } from '../refunds/model';
import { describeOrder } from './order-details';

/** Returns the webhook event of a state of an order or attempt; null if the state has none. */
export function webhookEventOf(what: 'order' | 'attempt', state: string): WebhookEvent | null {
  const name = state === 'review' ? 'order.review' : `${what}.${state}`;
  return webhookEvents.find((event) => event === name) ?? null;
}

/** The lane of a partner's webhooks. */
export function webhookLane(partnerKey: string): Lane {
  return { kind: 'deliver-webhook', lane: partnerKey };
}

/** Events that report money. Once an order is paid, or while its money is held for review, no other is sent: each reports an unpaid end. */
const moneyEvents: ReadonlySet<WebhookEvent> = new Set(['order.paid', 'order.review', 'order.refunded']);

/**
 * Enqueues a webhook in the SQL transaction of the transition (transactional outbox): it is sent if, and only if, the transaction commits.
 * Does nothing for an order without a partner's order number, or a partner without a webhook address, and for an unpaid end of an order that is
 * paid, or whose money is held for review: what becomes of it is not known.
 */
export async function enqueueWebhook(
  trx: Trx,
  refid: string,
  event: WebhookEvent,
  at: Date,
  details: Pick<z.input<typeof webhookSchema>, 'refund'> = {},
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .select(orderColumns)
    .where('refid', '=', refid)
    .executeTakeFirstOrThrow();
  if (order.partner_order_number === null) return;
  if ((order.held_for_review || order.state === 'paid') && !moneyEvents.has(event)) return;
  const partner = await trx
    .selectFrom('partners')
    .select('webhook_url')
    .where('key', '=', order.partner_key)
    .executeTakeFirstOrThrow();
  const url = order.webhook_url ?? partner.webhook_url;
  if (url === null) return;
  const eventId = createEventId();
  const payment = { order, attempts: await listAttempts(trx, refid) };
  const report = describeOrder(payment, await sumRefunded(trx, refid));
  const body = JSON.stringify({
    eventId,
    event,
    partnerKey: order.partner_key,
    at: at.toISOString(),
    ...report,
    ...details,
  });
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
  await scheduleJob(trx, 'deliver-webhook', id, at, order.partner_key);
}
