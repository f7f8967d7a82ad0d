import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FaultPage } from '@/app/fault-page';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { PaymentStatusPoller } from '@/components/result/payment-status-poller';
import { PrintButton } from '@/components/result/print-button';
import type { PayCode } from '@/components/payment/presentment/draw-code';
import { WaitingScreen } from '@/components/payment/presentment/waiting-screen';
import type { NextAction } from '@/lib/domain/payment/payment';
import { paymentStatusPath } from '@/lib/routes';
import { loadAwaitingPayment, type SearchParams } from '../../lib/server/payment/load-payment';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

function toCode(onward: Extract<NextAction, { kind: 'barcode' | 'qr' }>): PayCode {
  return onward.kind === 'qr' ? { kind: 'qr', text: onward.payload } : { kind: 'barcode', text: onward.text };
}

/** Makes the page that waits for a code to be paid elsewhere. */
export function makePresentmentPage(kind: PayCode['kind']) {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations('waiting'))(kind === 'qr' ? 'qrTitle' : 'counterTitle') };
  }

  async function Page({ searchParams }: PageProps) {
    const step = await loadAwaitingPayment(await searchParams, kind);
    if (!step.ok) return step.error.kind === 'fault' ? <FaultPage /> : <PaymentNotFound />;
    const { page, onward } = step.value;
    const t = await getTranslations('waiting');
    return (
      <WaitingScreen
        page={page}
        code={toCode(onward)}
        expiresAt={onward.expiresAt}
        poller={<PaymentStatusPoller shown={['pending']} statusUrl={paymentStatusPath(page.refid)} />}
        printButton={<PrintButton label={t('print')} />}
      />
    );
  }

  return { Page, generateMetadata };
}
