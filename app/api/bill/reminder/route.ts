import { parseDueDate, type BillReminder } from '@/lib/domain/bill/bill-reminder';
import { writeCalendarFile } from '@/lib/server/calendar-file';
import { readEnvironment } from '@/lib/server/environment';
import { rateLimitRead } from '@/lib/server/security/rate-limited-read';
import { loadTranslator } from '@/lib/server/visit/translator';

/** Returns a due date as a calendar file to save. It takes only the day: neither the request nor the file contains anything about the account. */
export const GET = rateLimitRead(async (request) => {
  const dueDate = parseDueDate(new URL(request.url).searchParams.get('due'));
  if (dueDate === null) return new Response(null, { status: 404 });
  const { publicOrigin } = readEnvironment();
  const t = await loadTranslator();
  const reminder: BillReminder = {
    dueDate,
    title: t({ key: 'reminder.entryTitle' }),
    text: t({ key: 'reminder.entryText', parameters: { url: publicOrigin } }),
  };
  return new Response(writeCalendarFile(reminder, new URL(publicOrigin).hostname, new Date().toISOString()), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="bill-${dueDate}.ics"`,
      'cache-control': 'private, no-store',
    },
  });
});
