import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { actions } from '@/lib/routes';
import type { PaymentPage } from '@/lib/domain/payment/payment';

interface CancelPaymentProps {
  readonly page: Pick<PaymentPage, 'refid' | 'attempt'>;
  readonly idempotencyKey: string;
  /** The form to continue with: an anchor on the page. */
  readonly keepHref?: string;
}

/** Cancels the payment after a confirmation that explains what happens to an attempt in progress. */
export function CancelPayment({ page: { refid, attempt }, idempotencyKey, keepHref = '#payment' }: CancelPaymentProps) {
  const t = useTranslations('payment');
  const isInProgress = attempt !== null && !hasEnded(attempt.state);
  return (
    <ConfirmationForm
      action={actions.cancelPayment}
      fields={{ refid, idempotencyKey }}
      labels={{
        open: t('cancel'),
        title: t('cancelTitle'),
        text: t(isInProgress ? 'cancelTextInProgress' : 'cancelText'),
        confirm: t('cancelConfirm'),
        keep: t('cancelKeep'),
      }}
      keepHref={keepHref}
    />
  );
}
