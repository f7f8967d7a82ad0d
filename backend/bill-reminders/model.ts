import { sql, type Selectable } from 'kysely';
import { addMilliseconds, dayMs } from '../clock';
import type { DataEncryption } from '../data-encryption';
import { inTransaction, type Db, type Trx } from '../db/database';
import type { BillRemindersTable } from '../db/bill-reminder-tables';
import type { JobKind } from '../db/tables';
import { bringJobForward } from '../jobs/model';
import type { Services } from '../services';

export type BillReminder = Selectable<BillRemindersTable>;

/** How long the link that confirms a request is good, ms. */
export const confirmationMs = 3 * dayMs;

/** Requests are kept for so long, so that they are counted, ms. */
export const keptRequestsMs = 30 * dayMs;

/** The limits of requests. Security, row 64. */
export const reminderLimits = {
  /** Requests to one mailbox in a day: a message each. */
  ofMailboxInDay: 3,
  /** Requests to one mailbox that nobody has confirmed, in 30 days. */
  unconfirmedOfMailbox: 5,
  /** Requests for one account in a day. */
  ofAccountInDay: 10,
  /** Mailboxes that are reminded of one account. */
  confirmedOfAccount: 20,
} as const;

/** Returns a digest of the mailbox of an address, which has many spellings: letter case, and anything after a `+` (RFC 5233). */
export function digestMailbox(encryption: Pick<DataEncryption, 'digest'>, address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const [mailbox = ''] = local.split('+', 1);
  return encryption.digest(`${mailbox}@${domain}`, 'mailbox of bill reminders');
}

/** Locks the reminders with a reference until the end of the SQL transaction; null if there are none. */
export async function lockReminder(trx: Trx, by: { readonly reference: string } | { readonly id: number }) {
  const query = trx.selectFrom('bill_reminders').selectAll().forUpdate();
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('reference', '=', by.reference)
  ).executeTakeFirst();
  return row ?? null;
}

/** Whether a request can still be confirmed. */
export function isConfirmable({ state, asked_at: askedAt }: BillReminder, now: Date): boolean {
  return state === 'asked' && now < addMilliseconds(askedAt, confirmationMs);
}

/** Stops reminders that are locked: the address is forgotten, and what the latest reminder linked to is no longer shown. */
export async function stopReminders(trx: Trx, { id, bill_link: link }: BillReminder, now: Date): Promise<void> {
  await trx
    .updateTable('bill_reminders')
    .set({ state: 'stopped', recipient: null, bill_link: null, ended_at: now })
    .where('id', '=', id)
    .execute();
  await deleteBillLink(trx, link);
  await trx.deleteFrom('jobs').where('kind', '=', 'remind-bill').where('subject', '=', String(id)).execute();
}

/** Deletes the link to a bill in a reminder; null: there is none. */
export async function deleteBillLink(trx: Trx, refid: string | null): Promise<void> {
  if (refid !== null) await trx.deleteFrom('bill_links').where('refid', '=', refid).execute();
}

/** Schedules the reminders for which no job is scheduled: after BILL_REMINDERS was switched off and on again. */
export async function scheduleReminders({ db, clock, reminderPolicy }: Services): Promise<void> {
  if (reminderPolicy === null) return;
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('bill_reminders')
        .select((row) => [
          row.val<JobKind>('remind-bill').as('kind'),
          row.cast<string>('id', 'text').as('subject'),
          row.cast<Date>(row.val(clock.now()), 'timestamptz').as('due_at'),
        ])
        .where('state', '=', 'confirmed'),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}

/** Has the reminders of an account look at its bill now. */
export async function lookAtRemindedBillNow({ db, clock }: Services, accountNumber: string): Promise<void> {
  const rows = await db
    .selectFrom('bill_reminders')
    .select('id')
    .where('account_number', '=', accountNumber)
    .where('state', '=', 'confirmed')
    .execute();
  for (const { id } of rows) {
    await inTransaction(db, (trx) => bringJobForward(trx, { kind: 'remind-bill', subject: id }, clock.now()));
  }
}

/** Serialises the requests of a mailbox, and of an account, until the end of the SQL transaction, so that none exceeds a limit. */
export async function lockRequests(trx: Trx, mailboxDigest: string, accountNumber: string): Promise<void> {
  for (const key of [`mailbox ${mailboxDigest}`, `account ${accountNumber}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bill reminder ${key}`}, 0))`.execute(trx);
  }
}

interface RequestCounts {
  readonly ofMailboxInDay: number;
  readonly unconfirmedOfMailbox: number;
  readonly ofAccountInDay: number;
  readonly confirmedOfAccount: number;
}

/** Counts what the limits count. */
export async function countRequests(
  db: Db | Trx,
  { mailboxDigest, accountNumber, now }: { mailboxDigest: string; accountNumber: string; now: Date },
): Promise<RequestCounts> {
  const dayAgo = addMilliseconds(now, -dayMs);
  const { rows } = await sql<RequestCounts>`
    select mailbox.*, account.* from (
      select count(*) filter (where asked_at > ${dayAgo}) as "ofMailboxInDay",
        count(*) filter (where confirmed_at is null) as "unconfirmedOfMailbox"
      from bill_reminders
      where mailbox_digest = ${mailboxDigest} and asked_at > ${addMilliseconds(now, -keptRequestsMs)}
    ) mailbox, (
      select count(*) filter (where asked_at > ${dayAgo}) as "ofAccountInDay",
        count(*) filter (where state = 'confirmed') as "confirmedOfAccount"
      from bill_reminders where account_number = ${accountNumber}
    ) account`.execute(db);
  return rows[0] ?? { ofMailboxInDay: 0, unconfirmedOfMailbox: 0, ofAccountInDay: 0, confirmedOfAccount: 0 };
}
