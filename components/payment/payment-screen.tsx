import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import type { PaymentPage } from '@/lib/domain/payment';
import { CancelPayment } from './cancel-payment';
import type { FormState } from '@/components/ui/form-state';
import { OrderSummary } from './order-summary';
import { PaymentForm } from './payment-form';
import { UnderWayNotice } from './under-way-notice';

interface PaymentScreenProps {
  readonly page: PaymentPage;
  readonly form: FormState;
  /** Made for this showing of the page: all taps on its button are one payment. */
  readonly idempotencyKey: string;
}

/** The payment details page: what is paid for above or at the side, then methods, contact and the pay bar. */
export function PaymentScreen({ page, form, idempotencyKey }: PaymentScreenProps) {
  const t = useTranslations('payment');
  return (
    <PageShell title={t('title')} aside={<OrderSummary page={page} />}>
      <UnderWayNotice page={page} />
      <PaymentForm page={page} form={form} idempotencyKey={idempotencyKey} />
      <CancelPayment page={page} idempotencyKey={idempotencyKey} />
    </PageShell>
  );
}
