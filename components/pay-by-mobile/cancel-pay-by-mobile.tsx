import { useTranslations } from 'next-intl';
import { ConfirmedForm } from '@/components/ui/confirmation-form';
import { actions } from '@/lib/routes';

interface LeavePayByMobileProps {
  readonly refid: string;
  readonly idempotencyKey: string;
}

/** Leaving warns that an action may be repeated. Specification, section 8. */
export function LeavePayByMobile({ refid, idempotencyKey }: LeavePayByMobileProps) {
  const t = useTranslations('payByMobile');
  const errors = useTranslations('errors');
  return (
    <ConfirmedForm
      action={actions.cancelPayByMobile}
      fields={{ refid, idempotencyKey }}
      words={{
        open: t('cancel'),
        title: t('cancelTitle'),
        text: errors('leavePayByMobile'),
        confirm: t('cancelConfirm'),
        keep: t('cancelKeep'),
      }}
      keepHref="#pay-by-mobile"
    />
  );
}
