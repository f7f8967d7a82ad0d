import { addMilliseconds, dayMs, hourMs, type Clock } from '../clock';
import type { Db } from '../db/database';
import { reachFaultPoint } from '../faults/fault-points';
import type { JobHandler } from '../jobs/runner';
import { codeLifetimeMs } from '../one-time-codes/service';
import { executeBatch } from '../db/execute-batch';
import { completedJobDelete } from '../jobs/model';
import { isMail, type Message } from './model';

/**
 * Takes messages to their recipients. `id` is the same each time: a delivery that is tried again must not arrive twice. Throws when it
 * is to be tried again; 'refused' is a recipient who takes nothing.
 */
export interface MessageDelivery {
  deliver(id: number, message: Message, at: Date): Promise<'delivered' | 'refused'>;
}

/** What delivers what, as far as the operator has set it up. */
export interface MessageDeliveries {
  readonly mail: MessageDelivery | null;
  /** Texts to phones. */
  readonly texts: MessageDelivery | null;
}

const wiped = { code: null, text: '' } as const;

/** E-mails to one address in a day; a further one waits for an hour at a time. Security, row 21. */
export const maxMailsPerDay = 100;

/** How long a message is tried, ms. */
const triedForMs = 3 * dayMs;

/**
 * Gives the job that delivers one message of the outbox. A one-time code is wiped from the outbox once it is delivered, or no longer good.
 * What nothing delivers keeps no job: it waits in the outbox until the next start. So does what is given up, since its recipient refused
 * it or three days have brought no answer; an operator sees it.
 */
export function createDeliveryJob(db: Db, clock: Clock, deliveries: MessageDeliveries): JobHandler {
  return async (job) => {
    const row = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'recipient', 'text', 'code', 'mail', 'created_at', 'delivered_at'])
      .where('id', '=', Number(job.subject))
      .executeTakeFirst();
    if (row === undefined || row.delivered_at !== null) return null;
    const { id, kind, recipient, text, code, mail } = row;
    const delivery = isMail(row) ? deliveries.mail : deliveries.texts;
    const goodUntil = addMilliseconds(row.created_at, codeLifetimeMs);
    if (code !== null && clock.now() >= goodUntil) {
      await db.updateTable('outbox').set(wiped).where('id', '=', id).execute();
      return null;
    }
    if (delivery === null) return code === null ? null : goodUntil;
    const isLastTry = clock.now().getTime() - row.created_at.getTime() > triedForMs;
    const isOverBudget = isMail(row) && (await countDelivered(db, recipient, clock.now())) >= maxMailsPerDay;
    if (isOverBudget && !isLastTry) return addMilliseconds(clock.now(), hourMs);
    const message = { kind, recipient, text, code, mail };
    const end = isOverBudget
      ? 'refused'
      : await delivery.deliver(id, message, row.created_at).catch((error: unknown) => {
          if (!isLastTry) throw error;
          return 'unanswered' as const;
        });
    reachFaultPoint('delivered');
    if (end !== 'delivered') {
      await db.updateTable('outbox').set({ given_up_at: clock.now() }).where('id', '=', id).execute();
      return null;
    }
    const change = { delivered_at: clock.now(), given_up_at: null, ...(code !== null && wiped) };
    await executeBatch(db, {
      delivered: db.updateTable('outbox').set(change).where('id', '=', id),
      done: completedJobDelete(db, job),
    });
    return 'ended';
  };
}

/** Counts the messages that were delivered to a recipient in the day before now. Concurrent deliveries may exceed the limit slightly. */
async function countDelivered(db: Db, recipient: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .where('recipient', '=', recipient)
    .where('delivered_at', '>', addMilliseconds(now, -dayMs))
    .executeTakeFirstOrThrow();
  return count;
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
      return 'delivered';
    },
  };
}

/** Delivers by all of several ways, one after the other. */
export function deliverByAll(...ways: readonly MessageDelivery[]): MessageDelivery {
  return {
    async deliver(id, message, at) {
      const ends: ('delivered' | 'refused')[] = [];
      for (const way of ways) ends.push(await way.deliver(id, message, at));
      return ends.includes('refused') ? 'refused' : 'delivered';
    },
  };
}
