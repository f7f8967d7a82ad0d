import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LoadErrorPage } from '@/app/load-error-page';
import { ContinueOnPhoneScreen, continuationTitles } from '@/components/payment/continuation/continue-on-phone-screen';
import { PaymentStatusPoller } from '@/components/layout/payment-status-poller';
import { parseRefid, type Refid } from '@/lib/domain/payment/references';
import { continuationPath, continuationStatusPath, paymentPath } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readEnvironment } from '@/lib/server/environment';
import { loadContinuedPayment } from '@/lib/server/payment/continuation';
import { loadPayablePayment, type SearchParams } from '@/lib/server/payment/load-payment';
import { readContinuationToken } from '@/lib/server/session/continuation-cookie';
import { readRequestId } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** Returns the continuation that this visit has asked for; null without one. */
async function loadOwnContinuation(refid: Refid | undefined) {
  const token = refid === undefined ? null : await readContinuationToken(refid);
  if (refid === undefined || token === null) return null;
  return { refid, token, continued: await loadContinuedPayment(refid, token, await readRequestId()) };
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations('continuation');
  const own = await loadOwnContinuation(parseRefid((await searchParams)['refid']));
  return { title: t(continuationTitles[own?.continued.ok === true ? own.continued.value.link : 'open']) };
}

/**
 * The QR code that continues a payment on the payer's phone, for the visit that has asked for it; once it is used, how the payment goes on
 * there. A payment that has ended shows its result.
 */
export default async function ContinueOnPhonePage({ searchParams }: PageProps) {
  const query = await searchParams;
  const loaded = await loadPayablePayment(query);
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const page = loaded.value;
  const own = await loadOwnContinuation(parseRefid(page.refid));
  if (own === null) redirect(paymentPath(page.refid));
  const { refid, token, continued } = own;
  if (!continued.ok) return <LoadErrorPage error={continued.error} />;
  const { link, validUntil, state } = continued.value;
  return (
    <ContinueOnPhoneScreen
      page={page}
      link={link}
      validUntil={validUntil}
      url={new URL(continuationPath(token), readEnvironment().publicOrigin).href}
      idempotencyKey={makeIdempotencyKey()}
      poller={<PaymentStatusPoller currentOutcomes={[state]} statusUrl={continuationStatusPath(refid)} />}
    />
  );
}
