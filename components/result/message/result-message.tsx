import { useLocale, useTranslations } from 'next-intl';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { formatMoment } from '@/lib/domain/format-time';
import { outcomeMessages } from './outcome-messages';
import { reasonMessageKey } from './reason-messages';
import { ResultBanner } from './result-banner';

/** Which payment waits for corporate approval, and until when. Specification, section 4: five days. */
function ApprovalDeadline({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const locale = useLocale();
  if (result.approvalDeadline === null) return null;
  const held = {
    date: formatMoment(result.approvalDeadline, locale),
    product: result.productName,
    amount: formatRinggit(result.amount),
  };
  return (
    <p className="font-semibold">
      {result.accountNumber === null
        ? t('heldOrder', held)
        : t('heldBill', { ...held, account: maskAccountNumber(result.accountNumber) })}
    </p>
  );
}

/** The outcome, its reason, and what the payer can do. */
export function ResultMessage({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const reasons = useTranslations('reasons');
  const { outcome } = result;
  const texts = outcomeMessages(result);
  const reason = outcome === 'failed' ? reasonMessageKey(result.reasonCode) : null;
  return (
    <ResultBanner outcome={outcome} title={t(texts.title)}>
      <p className="text-lg">{t(texts.text)}</p>
      {reason ? <p className="font-semibold">{reasons(reason)}</p> : null}
      {outcome === 'cancelled' && result.reasonCode === 'not-approved' ? <p>{t('cancelled.notApproved')}</p> : null}
      <ApprovalDeadline result={result} />
      <p className="text-ink-soft">{t(texts.next)}</p>
      {outcome === 'successful' && result.receiptSentTo ? (
        <p className="text-ink-soft">{t('receiptSent', { email: result.receiptSentTo })}</p>
      ) : null}
    </ResultBanner>
  );
}
