import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { loadAwaitingPayment, type SearchParams } from '@/lib/server/payment/load-payment';
import { LoadErrorPage } from '@/app/load-error-page';
import { PayByMobileScreen } from '@/components/pay-by-mobile/pay-by-mobile-screen';
import { TacLockedScreen } from '@/components/pay-by-mobile/tac-locked-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { parseRefid } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { isTacLocked, readSentTac } from '@/lib/server/session/sent-tac';

interface PageProps {
  readonly params: Promise<{ readonly dcb: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations('payByMobile');
  const refid = parseRefid((await searchParams)['refid']);
  const isSent = refid !== undefined && (await readSentTac(refid)) !== null;
  return { title: t(isSent ? 'codeTitle' : 'metaTitle') };
}

/** Pay by mobile: `/view/dcb` and paths that begin with it. Specification, section 2 (`/view/dcb*`). */
export default async function PayByMobilePage({ params, searchParams }: PageProps) {
  if (!(await params).dcb.startsWith('dcb')) notFound();
  const loaded = await loadAwaitingPayment(await searchParams, 'tac');
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const { page, nextAction } = loaded.value;
  if (await isTacLocked(page.refid)) {
    return <TacLockedScreen refid={page.refid} idempotencyKey={makeIdempotencyKey()} />;
  }
  const [form, sent] = await Promise.all([readFlash('pay-by-mobile'), readSentTac(page.refid)]);
  return (
    <ClientMessages
      paths={[
        'payByMobile',
        'validation.mobileNumber',
        'validation.tac',
        'errors.leavePayByMobile',
        'payment.attemptUnknown',
        'payment.attemptUnknownOffline',
        'layout.notCancelled',
        ...formMessages,
      ]}
    >
      <PayByMobileScreen
        page={page}
        carrier={nextAction.carrier}
        sent={sent}
        form={form ?? emptyFormState}
        idempotencyKeys={{ send: makeIdempotencyKey(), verify: makeIdempotencyKey(), cancel: makeIdempotencyKey() }}
      />
    </ClientMessages>
  );
}
