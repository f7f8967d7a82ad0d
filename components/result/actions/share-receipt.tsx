import { useLocale, useTranslations } from 'next-intl';
import { ShareActions } from '@/components/layout/share-actions';
import { Disclosure } from '@/components/ui/disclosure';
import { formatDay } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { receiptPath } from '@/lib/routes';

interface ShareReceiptProps {
  readonly result: PaymentResult;
  /** Of the payer's own link to the receipt, where the backend has none to share. */
  readonly token: string;
  /** The site's origin. */
  readonly siteUrl: string;
}

/** Sends the link to the official receipt, with what was paid: without the account number and without a reference of the payment. */
export function ShareReceipt({ result, token, siteUrl }: ShareReceiptProps) {
  const t = useTranslations();
  const locale = useLocale();
  const url = new URL(receiptPath(result.receiptShareToken ?? token), siteUrl).href;
  const text = t('sharing.receiptMessage', {
    product: result.productName,
    amount: formatRinggit(result.amount),
    date: formatDay(result.confirmedAt ?? result.startedAt ?? result.serverTime, locale),
    url,
  });
  return (
    <Disclosure summary={t('result.share')}>
      <div data-testid="share-receipt">
        <p className="text-ink-soft mb-3">{t('sharing.receiptText')}</p>
        <ShareActions text={text} url={url} />
      </div>
    </Disclosure>
  );
}
