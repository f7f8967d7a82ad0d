import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { PaymentPage, PaymentResult } from '@/lib/domain/payment/payment';
import { moneySourceOf, reasonMessageKey } from '@/lib/domain/payment/reason-messages';
import { UnlessMethodsRefused } from './unless-methods-refused';

interface UnpaidAttemptNoticeProps {
  readonly page: Pick<PaymentPage, 'attempt' | 'cardEntry'>;
  /** The card of the attempt; null: it had none, or another visit began it. */
  readonly card: PaymentResult['card'];
  readonly autoFocus: boolean;
}

/** What became of the last attempt, which has not paid, before the methods: focused, so that a payer who tries again begins with it. */
export function UnpaidAttemptNotice({ page: { attempt, cardEntry }, card, autoFocus }: UnpaidAttemptNoticeProps) {
  const t = useTranslations();
  if (attempt?.state === 'cancelled') {
    return (
      <Notice tone="neutral" title={t('result.cancelled.title')} testId="cancelled-attempt" autoFocus={autoFocus}>
        <p className="mt-1">{t('result.cancelled.next')}</p>
      </Notice>
    );
  }
  if (attempt?.state !== 'failed') return null;
  const reason = reasonMessageKey(attempt);
  const paidWith =
    card === null
      ? t(`methods.${attempt.method}`)
      : t('payment.savedCardEnding', { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour });
  return (
    <Notice
      tone="danger"
      title={t('payment.failedAttempt', { paidWith })}
      testId="failed-attempt"
      autoFocus={autoFocus}
    >
      {reason === null ? null : <p className="mt-1">{t(`reasons.${reason}`)}</p>}
      <p className="mt-1">{t('result.failed.next', { source: moneySourceOf(attempt) })}</p>
      {cardEntry === 'own' && attempt.method === 'newCard' ? (
        // The form is below what the payer has filled in before.
        <UnlessMethodsRefused>
          <a href="#cardNumber" className="text-danger inline-block py-2.5 font-semibold underline underline-offset-4">
            {t('payment.cardAgain')}
          </a>
        </UnlessMethodsRefused>
      ) : null}
      {cardEntry === 'direct' && attempt.method === 'newCard' ? <p className="mt-1">{t('payment.cardKept')}</p> : null}
    </Notice>
  );
}
