import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LoadErrorPage } from '@/app/load-error-page';
import { PaymentStatusPoller } from '@/components/layout/payment-status-poller';
import { PrintButton } from '@/components/result/actions/print-button';
import { timeLeft } from '@/components/payment/page/payment-time-left';
import { CodeTimeLeft } from '@/components/payment/presentment/code-time-left';
import type { PresentmentCode } from '@/components/payment/presentment/draw-code';
import { PresentmentScreen } from '@/components/payment/presentment/presentment-screen';
import { Spinner } from '@/components/ui/spinner';
import { paysBill, type NextAction } from '@/lib/domain/payment/payment';
import { ClientMessages } from '@/lib/i18n/client-messages';
import { paymentStatusPath } from '@/lib/routes';
import { loadPartnerName } from '@/lib/server/visit/partner-name';
import { loadAwaitingPayment, type SearchParams } from '../../lib/server/payment/load-payment';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

function toCode(nextAction: Extract<NextAction, { kind: 'barcode' | 'qr' }>): PresentmentCode {
  return nextAction.kind === 'qr'
    ? { kind: 'qr', text: nextAction.payload }
    : { kind: 'barcode', text: nextAction.text };
}

/** Makes the page that waits for a code to be paid elsewhere. */
export function makePresentmentPage(kind: PresentmentCode['kind']) {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations('waiting'))(kind === 'qr' ? 'qrTitle' : 'counterTitle') };
  }

  async function Page({ searchParams }: PageProps) {
    const query = await searchParams;
    const loaded = await loadAwaitingPayment(query, kind);
    if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
    const { page, nextAction } = loaded.value;
    const t = await getTranslations('waiting');
    const result = await getTranslations('result');
    return (
      <PresentmentScreen
        page={page}
        payee={paysBill(page) ? null : await loadPartnerName(query)}
        code={toCode(nextAction)}
        expiresAt={nextAction.expiresAt}
        timeLeft={
          <ClientMessages paths={['payment.minutesLeft']}>
            <CodeTimeLeft remaining={timeLeft({ deadline: nextAction.expiresAt, serverTime: page.serverTime })} />
          </ClientMessages>
        }
        poller={
          <PaymentStatusPoller
            currentOutcomes={['pending']}
            statusUrl={paymentStatusPath(page.refid)}
            offlineText={result('noConnection')}
          >
            <Spinner className="mr-2 align-[-0.4rem]" />
            {t('waiting')}
          </PaymentStatusPoller>
        }
        printButton={<PrintButton label={t('print')} />}
      />
    );
  }

  return { Page, generateMetadata };
}
