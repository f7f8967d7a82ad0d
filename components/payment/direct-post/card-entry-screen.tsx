import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { CancelPayment } from '@/components/payment/page/cancel-payment';
import { OrderSummary } from '@/components/payment/page/order-summary';
import { PaymentTimeProvider } from '@/components/payment/page/payment-time';
import { timeLeft } from '@/components/payment/page/payment-time-left';
import { LinkButton } from '@/components/ui/button';
import type { DirectPost } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { paymentPath } from '@/lib/routes';
import { CardEntryForm } from './card-entry-form';

interface CardEntryScreenProps {
  readonly page: PaymentPage;
  readonly directPost: DirectPost;
  readonly idempotencyKey: string;
}

/** The page on which a card is typed in that the browser posts straight to the gateway. */
export function CardEntryScreen({ page, directPost, idempotencyKey }: CardEntryScreenProps) {
  const t = useTranslations();
  const { url, fieldNames, saveField } = directPost;
  return (
    <PaymentTimeProvider remaining={timeLeft(page)} extensionsLeft={page.extensionsLeft}>
      <PageShell title={t('cardEntry.title')} aside={<OrderSummary page={page} />}>
        <CardEntryForm
          page={{ total: page.total, serverTime: page.serverTime }}
          directPost={{ url, fieldNames, saveField }}
        />
        <LinkButton variant="quiet" href={paymentPath(page.refid)}>
          {t('waiting.otherMethod')}
        </LinkButton>
        <CancelPayment
          refid={page.refid}
          isInProgress={page.attempt !== null && !hasEnded(page.attempt.state)}
          idempotencyKey={idempotencyKey}
        />
      </PageShell>
    </PaymentTimeProvider>
  );
}
