import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UnavailablePage } from '@/app/unavailable-page';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { BillLinkError } from '@/components/bill/bill-link-error';
import { BillScreen } from '@/components/bill/bill-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { stepEvent } from '@/lib/analytics/events';
import { describeBill } from '@/lib/analytics/payment-data';
import { billGet } from '@/lib/contract/bill';
import { toBill } from '@/lib/contract/mapping';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { callBackend, type BackendError } from '@/lib/server/backend/backend-client';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { sealSharedBill } from '@/lib/server/session/bill-token';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { readSharedBillToken } from '@/lib/server/session/shared-bill';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { readLinkRetryAfter, readRequestId } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('sharing'))('openedTitle') };
}

/** The bill of somebody who has asked this visitor to pay it, as it is now, without the account number. Opening it changes nothing. */
export default async function SharedBillPage({ searchParams }: PageProps) {
  const retryAfter = await readLinkRetryAfter();
  if (retryAfter !== null) return <BillLinkError reason="tooManyRequests" minutes={Math.ceil(retryAfter / 60)} />;
  const shareToken = parseLinkToken((await searchParams)['token']);
  const accountNumber = await readSharedBillToken(shareToken);
  if (shareToken === undefined || accountNumber === null) return <BillLinkError reason="sharedBillLink" />;
  const [read, config, form] = await Promise.all([
    callBackend(billGet, { accountNumber }, { requestId: await readRequestId() }),
    loadCommonConfig(),
    readFlash('bill'),
  ]);
  if (!read.ok) return renderError(read.error);
  if (!config.ok) return <UnavailablePage error={config.error} />;
  const bill = toBill(read.value);
  const { publicOrigin, billerName } = readEnvironment();
  const event = await loadPageEvent((pseudonyms) =>
    stepEvent('bill_view', describeBill({ ...bill, accountNumber: null }, pseudonyms)),
  );
  return (
    <>
      <BillScreen
        bill={{ ...bill, accountNumber: maskAccountNumber(bill.accountNumber), barcode: '' }}
        biller={billerName}
        config={config.value}
        form={form ?? emptyFormState}
        billToken={await sealSharedBill(read.value)}
        idempotencyKey={makeIdempotencyKey()}
        siteUrl={publicOrigin}
        shareToken={shareToken}
      />
      <OptionalPageEvent event={event} />
    </>
  );
}

function renderError(error: BackendError) {
  if (error.kind === 'problem' && error.code === 'unknown-account') return <BillLinkError reason="sharedBillLink" />;
  if (error.kind === 'problem' && error.code === 'rate-limited') {
    return <BillLinkError reason="tooManyRequests" minutes={Math.ceil((error.retryAfter ?? 60) / 60)} />;
  }
  return <UnavailablePage error={error} />;
}
