import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { loadStep, type StepAddress } from '@/app/epayment/load-step';
import { FaultPage } from '@/app/fault-page';
import { PayByMobileScreen } from '@/components/pay-by-mobile/pay-by-mobile-screen';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { emptyFormState } from '@/components/forms/form-state';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readSentTac } from '@/lib/server/session/sent-tac';

interface PageProps {
  readonly params: Promise<{ readonly dcb: string }>;
  readonly searchParams: Promise<StepAddress>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payByMobile'))('metaTitle') };
}

/** Pay by mobile: `/view/dcb` and whatever begins so, as specification, section 2, has it (`/view/dcb*`). */
export default async function PayByMobilePage({ params, searchParams }: PageProps) {
  if (!(await params).dcb.startsWith('dcb')) notFound();
  const step = await loadStep(await searchParams, 'tac');
  if (!step.ok) return step.error.kind === 'fault' ? <FaultPage /> : <PaymentNotFound />;
  const { page, onward } = step.value;
  const [form, sent] = await Promise.all([readFlash('pay-by-mobile'), readSentTac(page.refid)]);
  return (
    <ClientMessages paths={['payByMobile', 'validation.mobileNumber', 'validation.tac', ...formMessages]}>
      <PayByMobileScreen
        page={page}
        carrier={onward.carrier}
        sent={sent}
        form={form ?? emptyFormState}
        idempotencyKeys={{ send: makeIdempotencyKey(), verify: makeIdempotencyKey(), cancel: makeIdempotencyKey() }}
      />
    </ClientMessages>
  );
}
