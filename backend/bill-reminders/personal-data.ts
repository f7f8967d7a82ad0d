import { maskEmail } from '@/lib/domain/payment/customer-masking';
import type { Db, Trx } from '../db/database';

/** Counts the mailboxes that have asked for reminders of an account, and whose row is stored still. */
export async function countRemindersOfAccount(db: Db | Trx, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('bill_reminders')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .where('account_number', '=', account)
    .executeTakeFirstOrThrow();
  return count;
}

/** Erases the reminders of an account, with the messages to their addresses and the links in these. */
export async function eraseRemindersOfAccount(trx: Trx, account: string): Promise<void> {
  const reminders = await trx
    .selectFrom('bill_reminders')
    .select(['id', 'recipient', 'bill_link'])
    .where('account_number', '=', account)
    .forUpdate()
    .execute();
  for (const { id, recipient, bill_link: link } of reminders) {
    if (recipient !== null) {
      await trx.deleteFrom('outbox').where('recipient', '=', recipient).where('kind', '=', 'bill-reminder').execute();
    }
    if (link !== null) await trx.deleteFrom('bill_links').where('refid', '=', link).execute();
    await trx.deleteFrom('jobs').where('kind', '=', 'remind-bill').where('subject', '=', String(id)).execute();
    await trx.deleteFrom('bill_reminders').where('id', '=', id).execute();
  }
}

/** Lists the reminders of an account for an export; times are ISO 8601. Addresses are masked but those of the person who asks. */
export async function exportReminders(db: Db, account: string, isOwn: (email: string) => boolean) {
  const rows = await db
    .selectFrom('bill_reminders')
    .select(['recipient', 'language', 'state', 'asked_at', 'confirmed_at', 'ended_at'])
    .where('account_number', '=', account)
    .orderBy('asked_at')
    .execute();
  return rows.map(({ recipient, language, state, asked_at, confirmed_at, ended_at }) => ({
    recipient: recipient === null || isOwn(recipient) ? recipient : maskEmail(recipient),
    ...{ language, state },
    askedAt: asked_at.toISOString(),
    confirmedAt: confirmed_at?.toISOString() ?? null,
    endedAt: ended_at?.toISOString() ?? null,
  }));
}
