import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { BillLinkError } from '@/components/bill/bill-link-error';
import { BillScreen } from '@/components/bill/bill-screen';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { UnavailablePage } from '@/app/unavailable-page';
import { emptyFormState } from '@/components/forms/form-state';
import { stepEvent } from '@/lib/analytics/events';
import { describeBill } from '@/lib/analytics/payment-data';
import { parseRefid } from '@/lib/domain/payment/references';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { paymentPath, resultPath } from '@/lib/routes';
import type { BackendError } from '@/lib/server/backend/backend-client';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadBillLink } from '@/lib/server/backend/loaders';
import { sealBill } from '@/lib/server/session/bill-token';
import { makeSharedBillLink } from '@/lib/server/session/shared-bill';
import { readLinkRetryAfter } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bill'))('metaTitle') };
}

/** The bill of a direct link. A link with an amount redirects to its payment page. */
export default async function DirectBillPage({ searchParams }: PageProps) {
  const refid = parseRefid((await searchParams)['refid']);
  if (refid === undefined) return <BillLinkError reason="billLink" />;
  const retryAfter = await readLinkRetryAfter();
  if (retryAfter !== null) return <BillLinkError reason="tooManyRequests" minutes={Math.ceil(retryAfter / 60)} />;
  const [linked, config, form] = await Promise.all([loadBillLink(refid), loadCommonConfig(), readFlash('bill')]);
  if (!linked.ok) return renderLinkError(linked.error);
  if (linked.value.transactionRefid !== null) redirect(paymentPath(linked.value.transactionRefid));
  if (!config.ok) return <UnavailablePage error={config.error} />;
  const [event, link] = await Promise.all([
    loadPageEvent((pseudonyms) => stepEvent('bill_view', describeBill(linked.value.bill, pseudonyms))),
    makeSharedBillLink(linked.value.bill.accountNumber),
  ]);
  const { publicOrigin, billerName } = readEnvironment();
  return (
    <>
      <BillScreen
        bill={linked.value.bill}
        biller={billerName}
        config={config.value}
        form={form ?? emptyFormState}
        billToken={await sealBill(linked.value.response)}
        idempotencyKey={makeIdempotencyKey()}
        siteUrl={publicOrigin}
        sharing={isKioskReference(refid) ? null : link}
        linkRefid={refid}
      />
      <OptionalPageEvent event={event} />
    </>
  );
}

function renderLinkError(fault: BackendError) {
  if (fault.kind === 'fault' || fault.status >= 500) return <UnavailablePage error={fault} />;
  const paymentRefid = parseRefid(String(fault.parameters['refid'] ?? ''));
  if (fault.code === 'already-processing' && paymentRefid !== undefined)
    redirect(resultPath('/processed', paymentRefid));
  if (fault.code === 'account-blacklisted')
    redirect(paymentRefid === undefined ? '/blacklisted' : resultPath('/blacklisted', paymentRefid));
  if (fault.code === 'amount-not-allowed') return <BillLinkError reason="billLinkAmount" />;
  return <BillLinkError reason={fault.code === 'account-closed' ? 'accountClosed' : 'billLink'} />;
}
