import { sql } from 'kysely';
import type { Db } from '../../backend/db/database';
import type { MessageDelivery } from '../../backend/outbox/delivery';
import type { MailParts, MessageKind } from '../../backend/db/tables';
import { containing } from './containing';
import { refidsOf } from './refids-of';

export interface SandboxMessage {
  readonly kind: MessageKind;
  readonly to: string;
  readonly text: string;
  readonly code: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Delivers to the sandbox's list. A message that a reset has deleted from the outbox meanwhile is dropped. */
export function createSandboxDelivery(db: Db): MessageDelivery {
  return {
    async deliver(id, { text }) {
      await db
        .insertInto('sandbox_messages')
        .columns(['outbox_id', 'kind', 'recipient', 'text', 'code', 'at'])
        .expression(
          db
            .selectFrom('outbox')
            .select(['id', 'kind', 'recipient', 'text', 'code', 'created_at'])
            .where('id', '=', id)
            .where('text', '=', text),
        )
        .onConflict((conflict) => conflict.column('outbox_id').doNothing())
        .execute();
      return 'delivered';
    },
  };
}

/** A delivered message with its number in the list. */
export interface ListedMessage extends SandboxMessage {
  readonly id: number;
  /** Subject and HTML of an e-mail that has them; null if it has none, or if a retention job has deleted them. */
  readonly mail: MailParts | null;
  /** The payment that it is about; null: none, or no longer known. */
  readonly refid: string | null;
}

/** Which messages are listed; what is left out or null restricts nothing. */
export interface MessageFilter {
  /** A whole address or number. */
  readonly to?: string | null;
  readonly kind?: MessageKind | null;
  /** A part of the text or subject, in any letter case. */
  readonly text?: string | null;
  /** The refid or paymentId of the payment that they are about. */
  readonly payment?: string | null;
}

const maximumListed = 500;

function selectMessages(db: Db) {
  return db
    .selectFrom('sandbox_messages')
    .leftJoin('outbox', 'outbox.id', 'sandbox_messages.outbox_id')
    .select(['sandbox_messages.id', 'sandbox_messages.kind', 'sandbox_messages.recipient', 'sandbox_messages.text'])
    .select(['sandbox_messages.code', 'sandbox_messages.at', 'outbox.mail', 'outbox.order_refid']);
}

function toListed({
  recipient,
  at,
  order_refid: refid,
  ...message
}: Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]): ListedMessage {
  return { ...message, to: recipient, at: at.toISOString(), refid };
}

/** Returns the newest 500 delivered messages that pass the filter, newest first. */
export async function findMessages(
  db: Db,
  { to, kind, text, payment }: MessageFilter,
): Promise<readonly ListedMessage[]> {
  let query = selectMessages(db).orderBy('sandbox_messages.id', 'desc').limit(maximumListed);
  if (to) query = query.where('sandbox_messages.recipient', '=', to);
  if (kind) query = query.where('sandbox_messages.kind', '=', kind);
  if (payment) query = query.where('outbox.order_refid', 'in', refidsOf(db, payment));
  if (text) {
    const part = containing(text);
    query = query.where((where) =>
      where.or([
        where('sandbox_messages.text', 'ilike', part),
        where(sql<string>`outbox.mail ->> 'subject'`, 'ilike', part),
      ]),
    );
  }
  return (await query.execute()).map(toListed);
}

/** Returns one message; null if there is none with this id. */
export async function findMessage(db: Db, id: number): Promise<ListedMessage | null> {
  const row = await selectMessages(db).where('sandbox_messages.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toListed(row);
}

/** Returns the newest 500 delivered messages, newest first: to one address, or all. */
export async function listMessages(db: Db, to: string | null): Promise<readonly SandboxMessage[]> {
  const messages = await findMessages(db, { to });
  return messages.map(({ kind, to: recipient, text, code, at }) => ({ kind, to: recipient, text, code, at }));
}
