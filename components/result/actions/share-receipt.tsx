import { useLocale, useTranslations } from 'next-intl';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { formatMoment } from '@/lib/domain/format-time';
import { ShareButton } from './share-button';

/** Shares a receipt as text, without the account number and without a URL of the payment. */
export function ShareReceipt({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const locale = useLocale();
  const moment = result.confirmedAt ?? result.startedAt;
  const lines = [
    t('successful.title'),
    `${result.productName}: ${formatRinggit(result.amount)}`,
    ...(moment === null ? [] : [formatMoment(moment, locale)]),
    `${t('paymentId')}: ${result.paymentId}`,
  ];
  return <ShareButton label={t('share')} copiedLabel={t('shareCopied')} text={lines.join('\n')} />;
}
