import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound, redirect } from 'next/navigation';
import { tellOfPage } from '@/app/analytics';
import { FaultPage } from '@/app/fault-page';
import { untouchedForm, type FormState } from '@/components/forms/form-state';
import { PaymentScreen } from '@/components/payment/page/payment-screen';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { stepEvent } from '@/lib/analytics/events';
import { describePayment } from '@/lib/analytics/payment-data';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadPaymentPage } from '@/lib/server/backend/loaders';
import { readDraft } from '@/lib/server/forms/payment-draft';
import { findWayPastChoice } from '@/app/epayment/way-past-choice';

interface PageProps {
  readonly params: Promise<{ readonly entry: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('metaTitle') };
}

/** What the payment page translates in the browser; `downtime` only while something is down or will be. */
const paymentMessages = [
  'payment',
  'methods',
  'cardBrands',
  'wallets',
  'carriers',
  'validation',
  'errors.removeCardFailed',
  ...formMessages,
] as const;

/** The payment details page: `/epayment/entry` and whatever begins so, as specification, section 2, has it (`/epayment/entry*`). */
export default async function PaymentEntryPage({ params, searchParams }: PageProps) {
  if (!(await params).entry.startsWith('entry')) notFound();
  const reference = readPaymentReference(await searchParams);
  if (reference === null) return <PaymentNotFound />;

  const loaded = await loadPaymentPage(reference);
  if (!loaded.ok) {
    const isUnknown = loaded.error.kind === 'problem' && loaded.error.code === 'unknown-payment';
    return isUnknown ? <PaymentNotFound /> : <FaultPage />;
  }
  const wayPast = findWayPastChoice(loaded.value);
  if (wayPast !== null) redirect(wayPast);

  const [form, event] = await Promise.all([
    loadFormState(loaded.value.refid),
    tellOfPage((nameReference) => stepEvent('payment_view', describePayment(loaded.value, nameReference))),
  ]);
  return (
    <>
      <ClientMessages paths={loaded.value.downtimes.length > 0 ? [...paymentMessages, 'downtime'] : paymentMessages}>
        <PaymentScreen page={loaded.value} form={form} idempotencyKey={makeIdempotencyKey()} />
      </ClientMessages>
      {event}
    </>
  );
}

/** What the form has to say, filled with what was typed: as it was sent last, else as it was left for another page. */
async function loadFormState(refid: string): Promise<FormState> {
  const [flash, draft] = await Promise.all([readFlash('payment'), readDraft(refid)]);
  const form = flash ?? untouchedForm;
  return Object.keys(form.values).length === 0 && draft !== null ? { ...form, values: draft } : form;
}
