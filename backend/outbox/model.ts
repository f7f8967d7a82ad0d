import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import { executeBatch, type Writes } from '../db/execute-batch';
import type { JobKind, MailParts, MessageKind } from '../db/tables';

/** A message to a payer: an e-mail or a text, by its recipient. */
export interface Message {
  readonly kind: MessageKind;
  readonly recipient: string;
  readonly text: string;
  /** The one-time code in it; null where it carries none. */
  readonly code: string | null;
  /** What an e-mail has beside its plain text. One without is sent as plain text, under its first line. */
  readonly mail?: MailParts | null;
}

/** Tells an e-mail from a text to a phone. */
export function isMail({ recipient }: Pick<Message, 'recipient'>): boolean {
  return recipient.includes('@');
}

/** Gives the writes of a message, for the SQL transaction that gives rise to it: it is sent if, and only if, that one holds. */
export function writesOfMessage(trx: Trx, message: Message, now: Date): Writes {
  const mail = message.mail ? JSON.stringify(message.mail) : null;
  return {
    message: trx
      .insertInto('outbox')
      .values({ ...message, mail, created_at: now, delivered_at: null })
      .returning('id'),
    delivery: trx
      .insertInto('jobs')
      .columns(['kind', 'subject', 'due_at'])
      .expression(sql`select 'deliver-message', id::text, ${now}::timestamptz from message`),
  };
}

export async function writeMessage(trx: Trx, message: Message, now: Date): Promise<void> {
  await executeBatch(trx, writesOfMessage(trx, message, now));
}

/** Counts the messages of a kind that a recipient was written since an instant. */
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

/** Schedules what was written while nothing delivered it. Messages that are scheduled already stay as they are. */
export async function scheduleWaitingMessages(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('outbox')
        .select((row) => [
          row.val<JobKind>('deliver-message').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(now), 'timestamptz').as('due_at'),
        ])
        .where('delivered_at', 'is', null)
        .where('text', '!=', ''),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}
