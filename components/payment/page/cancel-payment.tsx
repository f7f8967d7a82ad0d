import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { actions } from '@/lib/routes';
import { cancelQuestionId } from './cancel-question-id';

export interface CancelPaymentProps {
  readonly refid: string;
  /** An attempt was begun and has not ended. */
  readonly isInProgress: boolean;
  readonly idempotencyKey: string;
  /** The partner to whom the result of the cancelled payment hands the payer back; null: to none. */
  readonly backTo?: string | null;
  /** The question is opened or closed. */
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Cancels the payment after a confirmation that explains what happens to an attempt in progress. */
export function CancelPayment({ refid, isInProgress, idempotencyKey, backTo = null, onToggle }: CancelPaymentProps) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const text = () => {
    if (isInProgress) return t('cancelTextInProgress');
    return backTo === null ? t('cancelText') : t('cancelTextAtPartner', { partner: backTo });
  };
  return (
    <ConfirmationForm
      id={cancelQuestionId}
      action={actions.cancelPayment}
      fields={{ refid, idempotencyKey }}
      labels={{
        open: backTo === null ? t('cancel') : t('cancelAndReturn', { partner: backTo }),
        title: t('cancelTitle'),
        text: text(),
        confirm: backTo === null ? t('cancelConfirm') : t('cancelAndReturn', { partner: backTo }),
        keep: t('cancelKeep'),
        offline: layout('notCancelled'),
      }}
      onToggle={onToggle}
    />
  );
}
