import { useTranslations } from 'next-intl';
import { ConfirmationForm } from '@/components/ui/confirmation-form';
import { actions } from '@/lib/routes';

interface CancelPayByMobileProps {
  readonly refid: string;
  readonly idempotencyKey: string;
}

/** Cancels pay by mobile after the warning that an action may be repeated. Specification, section 8. */
export function CancelPayByMobile({ refid, idempotencyKey }: CancelPayByMobileProps) {
  const t = useTranslations('payByMobile');
  const errors = useTranslations('errors');
  const layout = useTranslations('layout');
  return (
    <ConfirmationForm
      action={actions.cancelPayByMobile}
      fields={{ refid, idempotencyKey }}
      labels={{
        open: t('cancel'),
        title: t('cancelTitle'),
        text: errors('leavePayByMobile'),
        confirm: t('cancelConfirm'),
        keep: t('cancelKeep'),
        offline: layout('notCancelled'),
      }}
    />
  );
}
