import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { emptyFormState } from '@/components/forms/form-state';
import { PageShell } from '@/components/layout/page-shell';
import { AskReminderForm } from '@/components/reminders/ask-reminder-form';
import { Panel } from '@/components/ui/panel';
import { defaultResultRoute } from '@/lib/domain/payment/outcomes';
import { parseRefid } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { resultPath, routes } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadPaymentResult } from '@/lib/server/backend/loaders';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { loadBillFromCookie } from '@/lib/server/session/bill-token';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('emailReminder'))('metaTitle') };
}

/** Finds whose bills the page is about: of a payment of this visit, else of the bill that it looked up last. Redirects where none is offered. */
async function findSubject(refid: ReturnType<typeof parseRefid>) {
  if (refid !== undefined) {
    const result = await loadPaymentResult(defaultResultRoute, refid);
    const days = result.ok ? result.value.reminderDaysBefore : null;
    if (days === null) redirect(resultPath(defaultResultRoute, refid));
    return { days, subject: { refid } };
  }
  const shown = await loadBillFromCookie();
  if (shown === null) redirect(routes.home);
  const { bill, billToken } = shown;
  if (bill.reminderDaysBefore === null) redirect(routes.bill);
  return { days: bill.reminderDaysBefore, subject: { billToken } };
}

/** Offers reminders of a bill by e-mail. */
export default async function AskReminderPage({ searchParams }: PageProps) {
  const refid = parseRefid((await searchParams)['refid']);
  const [{ days, subject }, form, t] = await Promise.all([
    findSubject(refid),
    readFlash('reminder'),
    getTranslations('emailReminder'),
  ]);
  return (
    <PageShell title={t('title')} lead={t('text', { days })}>
      <Panel>
        <ClientMessages
          paths={['emailReminder.email', 'emailReminder.ask', 'validation', 'layout.didYouMean', ...formMessages]}
        >
          <AskReminderForm subject={subject} form={form ?? emptyFormState} idempotencyKey={makeIdempotencyKey()} />
        </ClientMessages>
      </Panel>
    </PageShell>
  );
}
