import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { actions } from '@/lib/routes';

export interface CancelPaymentProps {
  readonly refid: string;
  /** An attempt was begun and has not ended. */
  readonly isInProgress: boolean;
  readonly idempotencyKey: string;
  /** The form to continue with: an anchor on the page. */
  readonly keepHref: string;
  /** The question is opened or closed. */
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Cancels the payment after a confirmation that explains what happens to an attempt in progress. */
export function CancelPayment({ refid, isInProgress, idempotencyKey, keepHref, onToggle }: CancelPaymentProps) {
  const t = useTranslations('payment');
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
      onToggle={onToggle}
    />
  );
}
