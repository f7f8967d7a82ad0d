import { useLocale, useTranslations } from 'next-intl';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { formatMoment } from '@/lib/domain/format-time';
import { ShareButton } from './share-button';

/** Passes the facts of a receipt on as text: nothing of the account, and no address by which others could open the payment. */
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
