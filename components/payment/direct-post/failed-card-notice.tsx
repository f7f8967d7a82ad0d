import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { reasonMessageKey } from '@/lib/domain/payment/reason-messages';
import type { PaymentPage } from '@/lib/domain/payment/payment';

interface FailedCardNoticeProps {
  readonly page: Pick<PaymentPage, 'attempt' | 'cardEntry'>;
}

/** Why the card that was posted to the gateway has not paid, for a payer who is to choose again. */
export function FailedCardNotice({ page: { attempt, cardEntry } }: FailedCardNoticeProps) {
  const t = useTranslations();
  if (cardEntry !== 'direct' || attempt?.method !== 'newCard' || attempt.state !== 'failed') return null;
  const reason = reasonMessageKey(attempt.reasonCode);
  return (
    <Notice tone="danger" title={t('result.failed.title')} testId="failed-card">
      {reason === null ? null : <p className="mt-1">{t(`reasons.${reason}`)}</p>}
      <p className="mt-1">{t('payment.cardKept')}</p>
    </Notice>
  );
}
