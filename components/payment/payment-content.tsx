import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import type { FormState } from '@/components/ui/form-state';
import { CancelPayment } from './cancel-payment';
import { OrderSummary } from './order-summary';
import { PaymentForm } from './payment-form';
import type { PaymentView } from './payment-view';
import { UnderWayNotice } from './under-way-notice';

export interface PaymentContentProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** What is paid for above or at the side, then methods, contact and the pay bar. */
export function PaymentContent({ page, form, idempotencyKey }: PaymentContentProps) {
  const t = useTranslations('payment');
  return (
    <PageShell title={t('title')} aside={<OrderSummary page={page} />}>
      <UnderWayNotice page={page} />
      <PaymentForm page={page} form={form} idempotencyKey={idempotencyKey} />
      <CancelPayment page={page} idempotencyKey={idempotencyKey} />
    </PageShell>
  );
}
