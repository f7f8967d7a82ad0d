import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LoadErrorPage } from '@/app/load-error-page';
import { CardEntryScreen } from '@/components/payment/direct-post/card-entry-screen';
import { allowsCardEntry } from '@/lib/domain/payment/card-entry-place';
import { getPaymentStep } from '@/lib/domain/payment/payment-step';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { paymentPath } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readEnvironment } from '@/lib/server/environment';
import { loadPayablePayment, type SearchParams } from '@/lib/server/payment/load-payment';
import { hasBegunAttempt } from '@/lib/server/session/visit-payments';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('cardEntry'))('title') };
}

const messages = ['payment', 'cardEntry', 'validation', 'layout.notCancelled', ...formMessages] as const;

/**
 * The page on which a card is typed in for a direct post, for the visit that began the attempt. Any other visit, and a payment without such an
 * attempt, goes to the payment page. Security, rows 31 and 43.
 */
export default async function CardEntryPage({ searchParams }: PageProps) {
  const query = await searchParams;
  const loaded = await loadPayablePayment(query);
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const page = loaded.value;
  const nextAction = page.attempt?.nextAction;
  const isAllowed = allowsCardEntry(readEnvironment().cardEntry, 'direct');
  if (nextAction?.kind !== 'direct-post' || getPaymentStep(page) !== 'enter-card' || !isAllowed) {
    redirect(paymentPath(page.refid));
  }
  const attempt = typeof query['attempt'] === 'string' ? query['attempt'] : undefined;
  if (!(await hasBegunAttempt(page.refid, nextAction, attempt))) redirect(paymentPath(page.refid));
  return (
    <ClientMessages paths={messages}>
      <CardEntryScreen page={page} directPost={nextAction} idempotencyKey={makeIdempotencyKey()} />
    </ClientMessages>
  );
}
