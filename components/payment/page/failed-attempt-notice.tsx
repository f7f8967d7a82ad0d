import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { reasonMessageKey } from '@/lib/domain/payment/reason-messages';

interface FailedAttemptNoticeProps {
  readonly page: Pick<PaymentPage, 'attempt' | 'cardEntry'>;
}

/** Why the last attempt has not paid, for a payer who is to choose again. */
export function FailedAttemptNotice({ page: { attempt, cardEntry } }: FailedAttemptNoticeProps) {
  const t = useTranslations();
  if (attempt?.state !== 'failed') return null;
  const reason = reasonMessageKey(attempt.reasonCode);
  return (
    <Notice
      tone="danger"
      title={`${t('result.failed.title')}: ${t(`methods.${attempt.method}`)}`}
      testId="failed-attempt"
    >
      {reason === null ? null : <p className="mt-1">{t(`reasons.${reason}`)}</p>}
      <p className="mt-1">{t('result.failed.next')}</p>
      {cardEntry === 'direct' && attempt.method === 'newCard' ? <p className="mt-1">{t('payment.cardKept')}</p> : null}
    </Notice>
  );
}
