import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { actions } from '@/lib/routes';
import type { PaymentPage } from '@/lib/domain/payment/payment';

interface CancelPaymentProps {
  readonly page: Pick<PaymentPage, 'refid' | 'attempt'>;
  readonly idempotencyKey: string;
}

/** Giving up; what it does to an attempt that is under way is said before. */
export function CancelPayment({ page: { refid, attempt }, idempotencyKey }: CancelPaymentProps) {
  const t = useTranslations('payment');
  const isUnderWay = attempt !== null && !hasEnded(attempt.state);
  return (
    <ConfirmationForm
      action={actions.cancelPayment}
      fields={{ refid, idempotencyKey }}
      labels={{
        open: t('cancel'),
        title: t('cancelTitle'),
        text: t(isUnderWay ? 'cancelTextUnderWay' : 'cancelText'),
        confirm: t('cancelConfirm'),
        keep: t('cancelKeep'),
      }}
      keepHref="#payment"
    />
  );
}
