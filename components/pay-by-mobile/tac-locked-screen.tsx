import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { ErrorSummary } from '@/components/ui/fields/error-summary';
import { CancelPayByMobile } from './cancel-pay-by-mobile';

interface TacLockedScreenProps {
  readonly refid: string;
  /** Of the cancellation. */
  readonly idempotencyKey: string;
}

/** Pay by mobile after too many wrong TACs: no code is accepted or sent any more, and the payer chooses another method. */
export function TacLockedScreen({ refid, idempotencyKey }: TacLockedScreenProps) {
  const t = useTranslations();
  return (
    <PageShell title={t('payByMobile.title')}>
      <ErrorSummary title={t('layout.errorSummaryTitle')} problems={[]} message={t('errors.tooManyAttempts')} />
      <CancelPayByMobile refid={refid} idempotencyKey={idempotencyKey} />
    </PageShell>
  );
}
