import type { Db } from '../../backend/db/database';
import type { MessageDelivery } from '../../backend/outbox/delivery';
import type { MessageKind } from '../../backend/db/tables';

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

/** Returns the delivered messages, newest first: to one address, or all. */
export async function listMessages(db: Db, to: string | null): Promise<readonly SandboxMessage[]> {
  const query = db.selectFrom('sandbox_messages').selectAll().orderBy('id', 'desc').limit(500);
  const rows = await (to === null ? query : query.where('recipient', '=', to)).execute();
  return rows.map(({ kind, recipient, text, code, at }) => ({ kind, to: recipient, text, code, at: at.toISOString() }));
}
