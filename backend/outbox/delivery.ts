import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { addMilliseconds, dayMs, hourMs, type Clock } from '../clock';
import type { Db } from '../db/database';
import { reachFaultPoint } from '../faults/fault-points';
import type { JobHandler } from '../jobs/runner';
import { codeLifetimeMs } from '../one-time-codes/service';
import { executeBatch } from '../db/execute-batch';
import { completedJobDelete } from '../jobs/model';
import { isMail, type Message } from './model';

/**
 * Delivers messages to their recipients. A retry has the same `id`, so that the message does not arrive twice. Throws if the delivery should be
 * retried; 'refused' means that the recipient is rejected permanently.
 */
export interface MessageDelivery {
  deliver(id: number, message: Message, at: Date): Promise<'delivered' | 'refused'>;
}

/** The configured deliveries; null for one that is not configured. */
export interface MessageDeliveries {
  readonly mail: MessageDelivery | null;
  /** Text messages. */
  readonly texts: MessageDelivery | null;
}

/** What a message says when it is delivered, if that has changed since it was written: its text and the rest of its e-mail. */
export type CompletedMessage = Pick<Message, 'text' | 'mail'>;

/** Writes the receipt of a payment again, with what is known of it now; null if message `id` stays as it is. */
export type ReceiptCompletion = (id: number, refid: string) => Promise<CompletedMessage | null>;

const erased = { code: null, text: '' } as const;

/** E-mails to one mailbox in a day; a further one waits for an hour at a time. Security, row 21. */
export const maxMailsPerDay = 100;

/** Milliseconds for which the delivery of a message is retried. */
const retryPeriodMs = 3 * dayMs;

/**
 * Creates the job that delivers one message of the outbox. A one-time code is erased from the outbox once it is delivered or expired. A message
 * without a configured delivery has no job and waits in the outbox until the next start; so does one that was refused, or that could not be
 * delivered for three days, which is also in the operator's review queue. A receipt is completed before its first try: a retry has the same text.
 */
export function createDeliveryJob(
  db: Db,
  clock: Clock,
  deliveries: MessageDeliveries,
  completeReceipt: ReceiptCompletion,
): JobHandler {
  return async (job) => {
    const row = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'recipient', 'text', 'code', 'mail', 'created_at', 'delivered_at', 'order_refid'])
      .where('id', '=', Number(job.subject))
      .executeTakeFirst();
    if (row === undefined || row.delivered_at !== null) return null;
    const { id, kind, recipient, code } = row;
    const delivery = isMail(row) ? deliveries.mail : deliveries.texts;
    const validUntil = addMilliseconds(row.created_at, codeLifetimeMs);
    if (code !== null && clock.now() >= validUntil) {
      await db.updateTable('outbox').set(erased).where('id', '=', id).execute();
      return null;
    }
    if (delivery === null) return code === null ? null : validUntil;
    const isLastTry = clock.now().getTime() - row.created_at.getTime() > retryPeriodMs;
    const isOverBudget = isMail(row) && (await countDelivered(db, recipient, clock.now())) >= maxMailsPerDay;
    if (isOverBudget && !isLastTry) return addMilliseconds(clock.now(), hourMs);
    const isFirstTry = kind === 'receipt' && job.tries === 1;
    const completed = isFirstTry && row.order_refid !== null ? await completeReceipt(id, row.order_refid) : null;
    if (completed !== null) await storeCompleted(db, id, completed);
    const { text, mail } = completed ?? row;
    const message = { kind, recipient, text, code, mail };
    const result = isOverBudget
      ? 'refused'
      : await delivery.deliver(id, message, row.created_at).catch((error: unknown) => {
          if (!isLastTry) throw error;
          return 'unanswered' as const;
        });
    reachFaultPoint('delivered');
    if (result !== 'delivered') {
      await db.updateTable('outbox').set({ given_up_at: clock.now() }).where('id', '=', id).execute();
      return null;
    }
    const change = { delivered_at: clock.now(), given_up_at: null, ...(code !== null && erased) };
    await executeBatch(db, {
      delivered: db.updateTable('outbox').set(change).where('id', '=', id),
      done: completedJobDelete(db, job),
    });
    return 'ended';
  };
}

async function storeCompleted(db: Db, id: number, { text, mail }: CompletedMessage): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ text, mail: mail ? JSON.stringify(mail) : null })
    .where('id', '=', id)
    .execute();
}

/** One mailbox has many spellings: letter case, and anything after a `+` (RFC 5233). The same expression as of the index outbox_by_mailbox. */
function mailboxOf(address: Expression<string>): RawBuilder<string> {
  return sql`lower(regexp_replace(${address}, '[+][^@]*@', '@'))`;
}

/** Counts the e-mails that were delivered to a mailbox in the day before now. Concurrent deliveries may exceed the limit slightly. */
async function countDelivered(db: Db, recipient: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .where(({ ref, val }) => sql<SqlBool>`${mailboxOf(ref('recipient'))} = ${mailboxOf(val(recipient))}`)
    .where('delivered_at', '>', addMilliseconds(now, -dayMs))
    .executeTakeFirstOrThrow();
  return count;
}

/** Posts messages as JSON to an operator's message service, which recognises repeated messages by `id`. */
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
      if (response.status >= 300) throw new Error(`the message service returned ${response.status}`);
      return 'delivered';
    },
  };
}

/** Delivers by each delivery, one after the other. */
export function combineDeliveries(...deliveries: readonly MessageDelivery[]): MessageDelivery {
  return {
    async deliver(id, message, at) {
      const results: ('delivered' | 'refused')[] = [];
      for (const delivery of deliveries) results.push(await delivery.deliver(id, message, at));
      return results.includes('refused') ? 'refused' : 'delivered';
    },
  };
}
