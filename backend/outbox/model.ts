import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import { executeBatch, type Writes } from '../db/execute-batch';
import type { JobKind, MailParts, MessageKind } from '../db/tables';

/** A message to a payer: an e-mail or a text message, depending on the recipient. */
export interface Message {
  readonly kind: MessageKind;
  readonly recipient: string;
  readonly text: string;
  /** The one-time code in the text; null if there is none. */
  readonly code: string | null;
  /** What an e-mail has besides its text. */
  readonly mail?: MailParts | null;
  /** The payment that it is about; undefined if there is none. */
  readonly refid?: string;
}

/** Whether a message is an e-mail; otherwise it is a text message. */
export function isMail({ recipient }: Pick<Message, 'recipient'>): boolean {
  return recipient.includes('@');
}

/** The lanes of deliveries: a mail server that does not answer delays no text messages, and with them no codes. Security, row 50. */
function laneOf(message: Pick<Message, 'recipient'>): 'mail' | 'texts' {
  return isMail(message) ? 'mail' : 'texts';
}

/**
 * Builds the writes of a message for the transaction that causes it: the message is sent if, and only if, that transaction commits, and not
 * before `dueAt`.
 */
export function messageWrites(trx: Trx, message: Message, now: Date, dueAt = now): Writes {
  const { refid = null, ...content } = message;
  const mail = content.mail ? JSON.stringify(content.mail) : null;
  return {
    message: trx
      .insertInto('outbox')
      .values({ ...content, mail, order_refid: refid, created_at: now, delivered_at: null })
      .returning('id'),
    delivery: trx
      .insertInto('jobs')
      .columns(['kind', 'subject', 'due_at', 'lane'])
      .expression(sql`select 'deliver-message', id::text, ${dueAt}::timestamptz, ${laneOf(message)} from message`),
  };
}

export async function writeMessage(trx: Trx, message: Message, now: Date): Promise<void> {
  await executeBatch(trx, messageWrites(trx, message, now));
}

/** Lets the receipt of a payment be delivered now, if it waits for its first delivery. */
export async function releaseReceipt(trx: Trx, refid: string, now: Date): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ due_at: now })
    .where('kind', '=', 'deliver-message')
    .where('subject', 'in', (from) =>
      from
        .selectFrom('outbox')
        .select((row) => row.cast<string>('id', 'text').as('subject'))
        .where('order_refid', '=', refid)
        .where('kind', '=', 'receipt'),
    )
    .where('tries', '=', 0)
    .where('due_at', '>', now)
    .execute();
}

/** Counts the messages of a kind to a recipient since a time. */
export async function countMessages(db: Db | Trx, kind: MessageKind, recipient: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Schedules undelivered messages without a job, for instance from before a delivery was configured. */
export async function scheduleWaitingMessages(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at', 'lane'])
    .expression(
      db
        .selectFrom('outbox')
        .select((row) => [
          row.val<JobKind>('deliver-message').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(now), 'timestamptz').as('due_at'),
          sql<string>`case when recipient like '%@%' then 'mail' else 'texts' end`.as('lane'),
        ])
        .where('delivered_at', 'is', null)
        .where('text', '!=', ''),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}
