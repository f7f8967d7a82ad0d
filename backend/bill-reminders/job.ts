import { isReminderDue, nextLookDay, nextReminderTime, reminderTimeOf } from '@/lib/domain/bill/reminder-policy';
import { parseLocale } from '@/lib/domain/locales';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { sen, type Sen } from '@/lib/domain/money';
import { isPaymentUnderWay } from '../auto-debit/charges/bill';
import { readAccountState } from '../bills/repeat-guard';
import { addMilliseconds, dayMs, hourMs } from '../clock';
import { inTransaction } from '../db/database';
import type { JobHandler } from '../jobs/runner';
import { billReminderText } from '../outbox/bill-reminder-texts';
import { writeMessage } from '../outbox/model';
import { billLinkUrl, writeBillLink } from '../partners/links';
import type { Services } from '../services';
import { makeStopLinks } from './links';
import { deleteBillLink, lockReminder, stopReminders } from './model';

interface Reminder {
  readonly id: number;
  readonly account_number: string;
  readonly recipient: string;
  readonly confirmed_at: Date;
}

async function findConfirmed({ db }: Services, id: number): Promise<Reminder | null> {
  const row = await db
    .selectFrom('bill_reminders')
    .select(['id', 'account_number', 'recipient', 'confirmed_at'])
    .where('id', '=', id)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  if (row === undefined || row.recipient === null || row.confirmed_at === null) return null;
  return { ...row, recipient: row.recipient, confirmed_at: row.confirmed_at };
}

/** Whether nobody has paid the account here for so long that its payers may not want reminders any more. */
async function isIdle({ db }: Services, reminder: Reminder, before: Date): Promise<boolean> {
  if (reminder.confirmed_at > before) return false;
  const paid = await db
    .selectFrom('credits')
    .select('id')
    .where('account_number', '=', reminder.account_number)
    .where('at', '>', before)
    .limit(1)
    .executeTakeFirst();
  return paid === undefined;
}

/** Whether a reminder to the address could not be delivered: its mail server has refused it, or has not answered for days. */
async function isUndeliverable({ db }: Services, { recipient }: Reminder): Promise<boolean> {
  const refused = await db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('kind', '=', 'bill-reminder')
    .where('given_up_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return refused !== undefined;
}

async function isOnAutoDebit({ db }: Services, { account_number: account }: Reminder): Promise<boolean> {
  const row = await db
    .selectFrom('auto_debits')
    .select('account_number')
    .where('account_number', '=', account)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates the job of one mailbox's reminders of an account. It asks the biller for the bill from time to time, and reminds of it some days before it
 * is due: once, and not while it is paid, being paid, or paid by auto debit. It ends where reminders are off. Throws if the biller does not answer.
 */
export function createBillReminderJob(services: Services): JobHandler {
  return async ({ subject }) => {
    const { clock, reminderPolicy: policy } = services;
    const reminder = policy === null ? null : await findConfirmed(services, Number(subject));
    if (policy === null || reminder === null) return null;
    const now = clock.now();
    const today = toMalaysiaDay(now.toISOString());
    if (now < reminderTimeOf(today)) return reminderTimeOf(today);
    const isOver =
      (await isIdle(services, reminder, addMilliseconds(now, -policy.idleDays * dayMs))) ||
      (await isUndeliverable(services, reminder));
    if (isOver) {
      await endReminders(services, reminder, now);
      return null;
    }
    if (await isOnAutoDebit(services, reminder)) return nextReminderTime(now);
    const bill = await services.biller.findBill(reminder.account_number);
    const isPayable = bill !== null && bill.accountStatus !== 'closed' && bill.standing === 'ordinary';
    if (!isPayable || bill.isOnAutoDebit) return nextReminderTime(now);
    const state = await readAccountState(services.db, bill, now);
    const { dueDate } = bill;
    const next = reminderTimeOf(nextLookDay(bill, policy, today));
    if (dueDate === null || !isReminderDue({ dueDate, outstanding: state.outstanding }, policy, today)) return next;
    if (isPaymentUnderWay(state)) return addMilliseconds(now, hourMs);
    await remind(services, reminder, { dueDate, amount: state.outstanding });
    return next;
  };
}

async function endReminders(services: Services, { id }: Reminder, now: Date): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockReminder(trx, { id });
    if (locked?.state === 'confirmed') await stopReminders(trx, locked, now);
  });
}

/** Writes the reminder of one bill with its new link, once. The link of the reminder before is no longer good. */
async function remind(
  services: Services,
  { id }: Reminder,
  { dueDate, amount }: { readonly dueDate: string; readonly amount: Sen },
): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    const reminder = await lockReminder(trx, { id });
    if (reminder === null || reminder.state !== 'confirmed' || reminder.recipient === null) return;
    const first = await trx
      .insertInto('bill_reminder_sends')
      .values({ reminder_id: id, due_date: dueDate, at: now })
      .onConflict((conflict) => conflict.columns(['reminder_id', 'due_date']).doNothing())
      .returning('due_date')
      .executeTakeFirst();
    if (first === undefined) return;
    const { account_number: accountNumber, recipient, reference } = reminder;
    const refid = await writeBillLink(trx, { accountNumber, amount: null }, now);
    await deleteBillLink(trx, reminder.bill_link);
    await trx.updateTable('bill_reminders').set({ bill_link: refid }).where('id', '=', id).execute();
    const stop = makeStopLinks(services, reference);
    const links = { payLink: billLinkUrl(services, refid), stopLink: stop.page };
    const bill = { accountNumber, amount: sen(amount), dueDate };
    const text = billReminderText(bill, links, parseLocale(reminder.language));
    const mail = { unsubscribeUrl: stop.post };
    await writeMessage(trx, { kind: 'bill-reminder', recipient, text, code: null, mail }, now);
  });
  services.wakeJobRunner();
}
