import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { BillLinkError } from '@/components/bill/bill-link-error';
import { BillScreen } from '@/components/bill/bill-screen';
import { tellOfPage } from '@/app/analytics';
import { FaultPage } from '@/app/fault-page';
import { emptyFormState } from '@/components/forms/form-state';
import { stepEvent } from '@/lib/analytics/events';
import { describeBill } from '@/lib/analytics/payment-data';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { paymentPath, resultPath } from '@/lib/routes';
import type { BackendFault } from '@/lib/server/backend/backend-client';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadBillLink } from '@/lib/server/backend/loaders';
import { sealShownBill } from '@/lib/server/session/shown-bill';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bill'))('metaTitle') };
}

/** The bill behind a direct link. A link that names an amount is a payment already and leads on to its page. */
export default async function DirectBillPage({ searchParams }: PageProps) {
  const refid = readPaymentReference({ refid: (await searchParams)['refid'] })?.refid;
  if (refid === undefined) return <BillLinkError reason="billLink" />;
  const [linked, config, form] = await Promise.all([loadBillLink(refid), loadCommonConfig(), readFlash('bill')]);
  if (!linked.ok) return showLinkFault(linked.error);
  if (linked.value.transactionRefid !== null) redirect(paymentPath(linked.value.transactionRefid));
  if (!config.ok) return <FaultPage />;
  const event = await tellOfPage(() => stepEvent('bill_view', describeBill(linked.value.bill)));
  return (
    <>
      <BillScreen
        bill={linked.value.bill}
        config={config.value}
        form={form ?? emptyFormState}
        billToken={await sealShownBill(linked.value.answer)}
        idempotencyKey={makeIdempotencyKey()}
        siteUrl={readEnvironment().publicOrigin}
        linkRefid={refid}
      />
      {event}
    </>
  );
}

function showLinkFault(fault: BackendFault) {
  if (fault.kind === 'fault' || fault.status >= 500) return <FaultPage />;
  const held = readPaymentReference({ refid: String(fault.parameters['refid'] ?? '') })?.refid;
  if (fault.code === 'already-processing' && held !== undefined) redirect(resultPath('/processed', held));
  if (fault.code === 'account-blacklisted')
    redirect(held === undefined ? '/blacklisted' : resultPath('/blacklisted', held));
  if (fault.code === 'amount-not-allowed') return <BillLinkError reason="billLinkAmount" />;
  return <BillLinkError reason={fault.code === 'account-closed' ? 'accountClosed' : 'billLink'} />;
}
