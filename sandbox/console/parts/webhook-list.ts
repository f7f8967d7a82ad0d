import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../backend/db/database';
import type { WebhooksTable, WebhookTriesTable } from '../../../backend/db/tables';
import { containing } from '../../services/containing';
import { refidsOf } from '../../services/refids-of';

export type WebhookTry = Pick<Selectable<WebhookTriesTable>, 'at' | 'failure'>;

export type Webhook = Selectable<WebhooksTable> & {
  /** When it is tried next, at the earliest: while a partner's server does not answer, all its webhooks wait. Null: it is delivered or given up. */
  readonly nextTryAt: Date | null;
  /** Oldest first. */
  readonly log: readonly WebhookTry[];
};

/** What became of a webhook; `waiting`: its next try is to come. */
export const webhookStates = ['delivered', 'waiting', 'failed'] as const;

/** Returns the state of a webhook. */
export function webhookStateOf({
  delivered_at: deliveredAt,
  given_up_at: givenUpAt,
}: Pick<Webhook, 'delivered_at' | 'given_up_at'>): (typeof webhookStates)[number] {
  if (deliveredAt !== null) return 'delivered';
  return givenUpAt === null ? 'waiting' : 'failed';
}

const pageSize = 25;

/** Returns each try to deliver the webhooks, oldest first. */
async function listTries(db: Db, webhookIds: readonly number[]) {
  if (webhookIds.length === 0) return [];
  return db.selectFrom('webhook_tries').selectAll().where('webhook_id', 'in', webhookIds).orderBy('id').execute();
}

/** Returns a page of the webhooks that pass the filter, newest first. `page` counts from 1. */
export async function findWebhooks(
  db: Db,
  { text, payment, partner, event, state }: Readonly<Record<string, string>>,
  page: number,
): Promise<{ readonly webhooks: readonly Webhook[]; readonly hasMore: boolean }> {
  let query = db
    .selectFrom('webhooks')
    .selectAll()
    .select(({ selectFrom, cast, ref }) =>
      selectFrom('jobs')
        .leftJoin('paused_lanes', (join) =>
          join.onRef('paused_lanes.kind', '=', 'jobs.kind').onRef('paused_lanes.lane', '=', 'jobs.lane'),
        )
        .select(sql<Date>`greatest(jobs.due_at, paused_lanes.paused_until)`.as('at'))
        .where('jobs.kind', '=', 'deliver-webhook')
        .whereRef('jobs.subject', '=', cast<string>(ref('webhooks.id'), 'text'))
        .as('nextTryAt'),
    )
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);
  if (payment !== undefined) query = query.where('order_refid', 'in', refidsOf(db, payment));
  if (partner !== undefined) query = query.where('partner_key', '=', partner);
  if (event !== undefined) query = query.where('event', '=', event);
  if (state !== undefined) query = query.where('delivered_at', state === 'delivered' ? 'is not' : 'is', null);
  if (state === 'failed' || state === 'waiting') {
    query = query.where('given_up_at', state === 'failed' ? 'is not' : 'is', null);
  }
  if (text !== undefined) {
    const part = containing(text);
    query = query.where((where) => where.or([where('body', 'ilike', part), where('url', 'ilike', part)]));
  }
  const found = await query.execute();
  const listed = found.slice(0, pageSize);
  const tries = await listTries(
    db,
    listed.map(({ id }) => id),
  );
  const webhooks = listed.map((webhook) => ({
    ...webhook,
    log: tries.filter(({ webhook_id: id }) => id === webhook.id),
  }));
  return { webhooks, hasMore: found.length > pageSize };
}

/** Returns how many webhooks a payment has, and how many of them are not delivered. */
export async function countWebhooks(
  db: Db,
  refid: string,
): Promise<{ readonly all: number; readonly undelivered: number }> {
  const webhooks = await db.selectFrom('webhooks').select('delivered_at').where('order_refid', '=', refid).execute();
  return { all: webhooks.length, undelivered: webhooks.filter((webhook) => webhook.delivered_at === null).length };
}
