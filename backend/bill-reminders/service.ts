import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { reminderAsk, reminderConfirm, reminderGet } from '@/lib/contract/reminders';
import { nextReminderTime } from '@/lib/domain/bill/reminder-policy';
import { parseLocale } from '@/lib/domain/locales';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { scheduleJob } from '../jobs/model';
import { reminderConfirmationText } from '../outbox/bill-reminder-texts';
import { writeMessage } from '../outbox/model';
import { isBegunBy, loadPayment, offeredAccountOf } from '../payments/model';
import { createReminderReference } from '../random-ids';
import type { Services } from '../services';
import { makeConfirmationLink, makeStopLinks, readConfirmationToken, readStopToken } from './links';
import {
  confirmationMs,
  countRequests,
  digestMailbox,
  isConfirmable,
  lockReminder,
  lockRequests,
  reminderLimits,
  stopReminders,
  type BillReminder,
} from './model';

type AskRequest = RequestOf<typeof reminderAsk>;
type AskAnswer = Result<ResponseInputOf<typeof reminderAsk>, Refusal<ErrorCodeOf<typeof reminderAsk>>>;
type Answer = Result<ResponseInputOf<typeof reminderGet>, Refusal<'unknown-reminder'>>;

/** Returns the account that a request is for: one that was looked up, or the bill that this visit has paid, unless somebody else has shared it; null for any other payment. */
async function findAccount({ db }: Services, { of }: AskRequest): Promise<string | null> {
  if ('accountNumber' in of) return of.accountNumber;
  const found = await loadPayment(db, { refid: of.refid });
  if (!found.ok) return null;
  const { order, attempts } = found.value;
  const isOwn = attempts.some((attempt) => attempt.state === 'successful' && isBegunBy(attempt, of.visitId));
  return isOwn ? offeredAccountOf(order) : null;
}

/**
 * Asks an address to confirm that it wants reminders of an account: reminder.ask. The answer does not tell whether an e-mail was sent, which
 * depends on what others have asked for the address. Security, row 64.
 */
export async function askForReminders(services: Services, request: AskRequest): Promise<AskAnswer> {
  const { db, clock, encryption, reminderPolicy } = services;
  const accountNumber = reminderPolicy === null ? null : await findAccount(services, request);
  if (reminderPolicy === null || accountNumber === null) return refuse('not-offered');
  const now = clock.now();
  const mailboxDigest = digestMailbox(encryption, request.email);
  const confirmBy = addMilliseconds(now, confirmationMs).toISOString();
  const asked = await inTransaction(db, async (trx): Promise<AskAnswer> => {
    await lockRequests(trx, mailboxDigest, accountNumber);
    const counts = await countRequests(trx, { mailboxDigest, accountNumber, now });
    const isAccountFull =
      counts.ofAccountInDay >= reminderLimits.ofAccountInDay ||
      counts.confirmedOfAccount >= reminderLimits.confirmedOfAccount;
    if (isAccountFull) return refuse('too-many-reminders');
    const isMailboxFull =
      counts.ofMailboxInDay >= reminderLimits.ofMailboxInDay ||
      counts.unconfirmedOfMailbox >= reminderLimits.unconfirmedOfMailbox;
    if (!isMailboxFull) await writeRequest(services, trx, { ...request, accountNumber, mailboxDigest }, now);
    return success({ confirmBy });
  });
  services.wakeJobRunner();
  return asked;
}

/** Writes a request and the e-mail with its link, unless the mailbox has reminders of the account, or was asked in the last day. */
async function writeRequest(
  services: Services,
  trx: Trx,
  {
    accountNumber,
    mailboxDigest,
    email,
    language,
  }: Pick<AskRequest, 'email' | 'language'> & Readonly<Record<'accountNumber' | 'mailboxDigest', string>>,
  now: Date,
): Promise<void> {
  const request = {
    recipient: email,
    language,
    state: 'asked',
    asked_at: now,
    confirmed_at: null,
    ended_at: null,
  } as const;
  const written = await trx
    .insertInto('bill_reminders')
    .values({
      ...{ reference: createReminderReference(), account_number: accountNumber, mailbox_digest: mailboxDigest },
      ...{ ...request, bill_link: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_number', 'mailbox_digest'])
        .doUpdateSet(request)
        .where('bill_reminders.state', '!=', 'confirmed')
        .where('bill_reminders.asked_at', '<=', addMilliseconds(now, -dayMs)),
    )
    .returning('reference')
    .executeTakeFirst();
  if (written === undefined) return;
  const { reference } = written;
  const stop = makeStopLinks(services, reference);
  const text = reminderConfirmationText(
    {
      confirmLink: makeConfirmationLink(services, { reference, askedAt: now }),
      stopLink: stop.page,
      confirmBy: addMilliseconds(now, confirmationMs).toISOString(),
      daysBefore: services.reminderPolicy?.daysBefore ?? 1,
    },
    parseLocale(language),
  );
  const mail = { unsubscribeUrl: stop.post };
  await writeMessage(trx, { kind: 'bill-reminder', recipient: email, text, code: null, mail }, now);
}

/** What a link names: a request that it confirms, or reminders that it stops. */
type OpenedLink = { readonly reference: string; readonly askedAt: Date | null };

function openLink(services: Services, token: string): OpenedLink | null {
  const request = readConfirmationToken(services, token);
  if (request !== null) return request;
  const reference = readStopToken(services, token);
  return reference === null ? null : { reference, askedAt: null };
}

function describe(services: Services, reminder: BillReminder, { askedAt }: OpenedLink): Answer {
  const { state, confirmed_at: confirmedAt, account_number: account } = reminder;
  const isEarlier = askedAt !== null && askedAt.getTime() !== reminder.asked_at.getTime();
  const isTooLate = state === 'asked' && !isConfirmable(reminder, services.clock.now());
  return success({
    state: isEarlier || isTooLate ? 'expired' : state,
    maskedAccountNumber: confirmedAt === null || isEarlier ? null : maskAccountNumber(account),
    daysBefore: services.reminderPolicy?.daysBefore ?? 1,
  });
}

/** Reads the reminders that a link is for: reminder.get. Changes nothing. */
export async function readReminder(services: Services, { token }: RequestOf<typeof reminderGet>): Promise<Answer> {
  const link = openLink(services, token);
  if (link === null) return refuse('unknown-reminder');
  const reminder = await services.db
    .selectFrom('bill_reminders')
    .selectAll()
    .where('reference', '=', link.reference)
    .executeTakeFirst();
  return reminder === undefined ? refuse('unknown-reminder') : describe(services, reminder, link);
}

/** Confirms a request by its link, and schedules the first look at the bill, the next morning: reminder.confirm. */
export async function confirmReminders(
  services: Services,
  { token }: RequestOf<typeof reminderConfirm>,
): Promise<Answer> {
  const request = readConfirmationToken(services, token);
  if (request === null) return refuse('unknown-reminder');
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    const reminder = await lockReminder(trx, request);
    const isLatest = reminder?.asked_at.getTime() === request.askedAt.getTime();
    if (reminder === null || !isLatest || !isConfirmable(reminder, now)) return;
    await trx
      .updateTable('bill_reminders')
      .set({ state: 'confirmed', confirmed_at: now })
      .where('id', '=', reminder.id)
      .execute();
    await scheduleJob(trx, 'remind-bill', reminder.id, nextReminderTime(now));
  });
  return readReminder(services, { token });
}

/** Stops the reminders that a link is for, or a request that was not confirmed: reminder.stop. */
export async function stopRemindersByLink(
  services: Services,
  { token }: RequestOf<typeof reminderConfirm>,
): Promise<Answer> {
  const reference = readStopToken(services, token);
  if (reference === null) return refuse('unknown-reminder');
  await inTransaction(services.db, async (trx) => {
    const reminder = await lockReminder(trx, { reference });
    if (reminder === null || reminder.state === 'stopped') return;
    await stopReminders(trx, reminder, services.clock.now());
  });
  return readReminder(services, { token });
}
