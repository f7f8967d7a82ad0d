import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FaultPage } from '@/app/fault-page';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { PaymentStatusPoller } from '@/components/result/status/payment-status-poller';
import { PrintButton } from '@/components/result/actions/print-button';
import type { PresentmentCode } from '@/components/payment/presentment/draw-code';
import { PresentmentScreen } from '@/components/payment/presentment/presentment-screen';
import type { Onward } from '@/lib/domain/payment/payment';
import { paymentStatusPath } from '@/lib/routes';
import { loadStep, type StepAddress } from './load-step';

interface PageProps {
  readonly searchParams: Promise<StepAddress>;
}

function toCode(onward: Extract<Onward, { kind: 'barcode' | 'qr' }>): PresentmentCode {
  return onward.kind === 'qr' ? { kind: 'qr', text: onward.payload } : { kind: 'barcode', text: onward.text };
}

/** Makes the page that waits for a code to be paid elsewhere. */
export function makeWaitingPage(kind: PresentmentCode['kind']) {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations('waiting'))(kind === 'qr' ? 'qrTitle' : 'counterTitle') };
  }

  async function Page({ searchParams }: PageProps) {
    const step = await loadStep(await searchParams, kind);
    if (!step.ok) return step.error.kind === 'fault' ? <FaultPage /> : <PaymentNotFound />;
    const { page, onward } = step.value;
    const t = await getTranslations('waiting');
    return (
      <PresentmentScreen
        page={page}
        code={toCode(onward)}
        expiresAt={onward.expiresAt}
        poller={<PaymentStatusPoller currentOutcomes={['pending']} statusUrl={paymentStatusPath(page.refid)} />}
        printButton={<PrintButton label={t('print')} />}
      />
    );
  }

  return { Page, generateMetadata };
}
