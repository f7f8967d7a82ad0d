import type { Clock } from '../clock';
import type { Db } from '../db/database';
import type { JobHandler } from '../jobs/runner';
import type { Message } from './model';

/** Takes messages to their recipients. `id` is the same each time: a delivery that is tried again must not arrive twice. */
export interface MessageDelivery {
  deliver(id: number, message: Message, at: Date): Promise<void>;
}

/** Gives the job that delivers one message of the outbox. A one-time code is wiped from the outbox once it is delivered. */
export function createDeliveryJob(db: Db, clock: Clock, delivery: MessageDelivery): JobHandler {
  return async ({ subject }) => {
    const row = await db.selectFrom('outbox').selectAll().where('id', '=', Number(subject)).executeTakeFirst();
    if (row === undefined || row.delivered_at !== null) return null;
    const { id, kind, recipient, text, code } = row;
    await delivery.deliver(id, { kind, recipient, text, code }, row.created_at);
    await db
      .updateTable('outbox')
      .set({ delivered_at: clock.now(), ...(code !== null && { code: null, text: '' }) })
      .where('id', '=', id)
      .execute();
    return null;
  };
}

/** Posts messages as JSON to an operator's own service for mail and texts, which knows by `id` what it has sent already. */
export function createWebhookDelivery(url: string): MessageDelivery {
  return {
    async deliver(id, message, at) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `message-${id}` },
        body: JSON.stringify({ id, ...message, at: at.toISOString() }),
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      if (response.status >= 300) throw new Error(`the message service answered ${response.status}`);
    },
  };
}

/** Where nothing delivers messages: a message keeps no job. It waits in the outbox until a start with a service schedules it anew. */
export const leaveWaiting: JobHandler = async () => null;
