'use client';

import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { actions } from '@/lib/routes';

interface CancelPaymentProps {
  readonly refid: string;
  /** An attempt was begun and has not ended. */
  readonly isInProgress: boolean;
  readonly idempotencyKey: string;
}

/** Cancels the payment after a confirmation that explains what happens to an attempt in progress. */
export function CancelPayment({ refid, isInProgress, idempotencyKey }: CancelPaymentProps) {
  const t = useTranslations('payment');
  const setCancelQuestionOpen = usePaymentStore((state) => state.setCancelQuestionOpen);
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
      keepHref="#payment"
      onToggle={setCancelQuestionOpen}
    />
  );
}
