import { parseLocale } from '@/lib/domain/locales';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction } from '../db/database';
import { scheduleJob } from '../jobs/model';
import type { JobHandler } from '../jobs/runner';
import { writeMessage } from '../outbox/model';
import { autoDebitReminderText } from '../outbox/texts';
import { contactOf, loadPayment } from '../payments/model';
import type { Services } from '../services';
import { findOfferTexts, findAutoDebitOffer } from './offer';

/** Schedules one reminder per payment, by e-mail the next day. Design, section 9: Remind me later. Returns when it is due. */
export async function scheduleReminder(services: Services, refid: string): Promise<Date> {
  return inTransaction(services.db, async (trx) => {
    const dueAt = addMilliseconds(services.clock.now(), dayMs);
    const written = await trx
      .insertInto('auto_debit_reminders')
      .values({ order_refid: refid, due_at: dueAt, sent_at: null })
      .onConflict((conflict) => conflict.column('order_refid').doNothing())
      .returning('due_at')
      .executeTakeFirst();
    if (written !== undefined) {
      await scheduleJob(trx, 'remind-auto-debit', refid, dueAt);
      return dueAt;
    }
    const { due_at: before } = await trx
      .selectFrom('auto_debit_reminders')
      .select('due_at')
      .where('order_refid', '=', refid)
      .executeTakeFirstOrThrow();
    return before;
  });
}

/** Sends the reminder, unless the account has been registered for auto debit meanwhile. */
export function createReminderJob(services: Services): JobHandler {
  return async ({ subject: refid }) => {
    const found = await loadPayment(services.db, { refid });
    if (!found.ok) return null;
    const paid = found.value.attempts.find(({ state }) => state === 'successful');
    const recipient = paid === undefined ? null : contactOf(paid);
    if (paid === undefined || recipient === null) return null;
    const { order } = found.value;
    if ((await findAutoDebitOffer(services, order)).state !== 'offered') return null;
    const language = parseLocale(paid.payer_language);
    const texts = await findOfferTexts(services, order, language);
    const link = new URL('/ulm/autodebit/register', services.publicOrigin);
    link.searchParams.set('refid', refid);
    await inTransaction(services.db, async (trx) => {
      const now = services.clock.now();
      const first = await trx
        .updateTable('auto_debit_reminders')
        .set({ sent_at: now })
        .where('order_refid', '=', refid)
        .where('sent_at', 'is', null)
        .returning('order_refid')
        .executeTakeFirst();
      if (first === undefined) return;
      const text = autoDebitReminderText(texts, link.href, language);
      await writeMessage(trx, { kind: 'reminder', recipient, text, code: null, refid }, now);
    });
    services.wakeJobRunner();
    return null;
  };
}
