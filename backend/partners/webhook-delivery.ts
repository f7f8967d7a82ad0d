import { isNativeError } from 'node:util/types';
import type { Selectable } from 'kysely';
import { addMilliseconds, dayMs, minuteMs } from '../clock';
import type { Db } from '../db/database';
import { inTransaction } from '../db/database';
import type { WebhooksTable } from '../db/tables';
import { reachFaultPoint } from '../faults/fault-points';
import type { JobHandler } from '../jobs/runner';
import { isLaneSilent, pauseLane, resumeLane, scheduleJob } from '../jobs/model';
import type { Services } from '../services';
import { findSigningKey } from './keys';
import { findPartner, isRegisteredUrl } from './model';
import { postSigned } from './signed-post';
import { webhookLane } from './webhooks';

/** How long delivery is retried, ms. */
export const retryPeriodMs = 3 * dayMs;
const retryDelaysMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);
const maxRetryDelayMs = 360 * minuteMs;

type Webhook = Selectable<WebhooksTable>;

/** Why there is no answer, such as `no answer (ECONNREFUSED)`. */
function describeSilence(error: unknown): string {
  if (!isNativeError(error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return isNativeError(cause) && 'code' in cause ? `no answer (${String(cause.code)})` : 'no answer';
}

/** Sends a webhook; a partner that does not answer is paused. Returns the failure, without personal data; null if it was delivered. */
async function send(services: Services, webhook: Webhook): Promise<string | null> {
  const partner = await findPartner(services.db, webhook.partner_key);
  const key = await findSigningKey(services, webhook.partner_key);
  if (partner === null || key === null) return 'the partner has no key';
  // An origin that is no longer registered receives nothing (security, row 25).
  const isOwn = webhook.url === partner.webhook_url || isRegisteredUrl(webhook.url, partner.registered_origins);
  if (!isOwn || !services.isPartnerAddress(webhook.url)) return 'the address is not registered';
  const lane = webhookLane(webhook.partner_key);
  const message = { purpose: 'webhook', body: webhook.body, nonce: webhook.event_id };
  const answer = await postSigned(webhook.url, key, message).catch(describeSilence);
  if (typeof answer === 'string') {
    await pauseLane(services.db, lane, services.clock.now());
    return answer;
  }
  await resumeLane(services.db, lane);
  return answer.status >= 200 && answer.status < 300 ? null : `the partner answered ${answer.status}`;
}

/** Whether a webhook is given up without a try: its time is over, and its partner's server does not answer. */
async function isHopeless({ db, clock }: Services, webhook: Webhook): Promise<boolean> {
  const isLate = clock.now().getTime() - webhook.created_at.getTime() > retryPeriodMs;
  return isLate && (await isLaneSilent(db, webhookLane(webhook.partner_key)));
}

/**
 * Creates the job that delivers one webhook, with increasing delays for three days. One that was given up stays listed, and an operator can
 * resend it. Calls `onGivenUp` with its partner.
 */
export function createWebhookJob(services: Services, onGivenUp: (partnerKey: string) => void): JobHandler {
  return async ({ subject }) => {
    const id = Number(subject);
    const { db } = services;
    const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
    if (webhook === undefined || webhook.delivered_at !== null) return null;
    const isTried = !(await isHopeless(services, webhook));
    const sentAt = services.clock.now();
    const failure = isTried ? await send(services, webhook) : 'no answer';
    reachFaultPoint('delivered');
    const now = services.clock.now();
    const tries = webhook.tries + (isTried ? 1 : 0);
    const next = addMilliseconds(now, retryDelaysMs[webhook.tries] ?? maxRetryDelayMs);
    const isOver = failure !== null && next.getTime() - webhook.created_at.getTime() > retryPeriodMs;
    await inTransaction(db, async (trx) => {
      if (isTried) await trx.insertInto('webhook_tries').values({ webhook_id: id, at: sentAt, failure }).execute();
      await trx
        .updateTable('webhooks')
        .set({
          tries,
          last_failure: failure,
          delivered_at: failure === null ? now : null,
          given_up_at: isOver ? now : null,
        })
        .where('id', '=', id)
        .execute();
    });
    if (isOver) onGivenUp(webhook.partner_key);
    return failure === null || isOver ? null : next;
  };
}

/** Resends an undelivered webhook now, and ends a pause of its partner. Returns whether the partner has such an undelivered event. */
export async function resendWebhook(db: Db, partnerKey: string, eventId: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const webhook = await trx
      .updateTable('webhooks')
      .set({ given_up_at: null })
      .where('partner_key', '=', partnerKey)
      .where('event_id', '=', eventId)
      .where('delivered_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (webhook === undefined) return false;
    await scheduleJob(trx, 'deliver-webhook', webhook.id, now, partnerKey);
    await resumeLane(trx, webhookLane(partnerKey));
    return true;
  });
}

/** Lists a partner's latest webhooks, newest first: delivered, waiting and given up. */
export async function listWebhooks(db: Db, partnerKey: string, onlyUndelivered: boolean) {
  const query = db.selectFrom('webhooks').selectAll().where('partner_key', '=', partnerKey);
  const rows = await (onlyUndelivered ? query.where('delivered_at', 'is', null) : query)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    event: row.event,
    url: row.url,
    at: row.created_at.toISOString(),
    tries: row.tries,
    state: row.delivered_at !== null ? 'delivered' : row.given_up_at !== null ? 'given up' : 'waiting',
    lastFailure: row.last_failure,
  }));
}
