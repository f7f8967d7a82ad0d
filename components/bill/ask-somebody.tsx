import { useLocale, useTranslations } from 'next-intl';
import { ShareActions } from '@/components/layout/share-actions';
import { Disclosure } from '@/components/ui/disclosure';
import type { Bill } from '@/lib/domain/bill/bill';
import { formatDay } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';

/** A link by which somebody else opens the bill, and what is sent with it. */
export interface BillSharing {
  /** Absolute. */
  readonly url: string;
  /** ISO 8601. */
  readonly validUntil: string;
}

interface AskSomebodyProps {
  readonly bill: Pick<Bill, 'accountNumber' | 'outstanding' | 'dueDate'>;
  readonly sharing: BillSharing;
  /** The name of the biller; null: it is not configured. */
  readonly biller: string | null;
}

/** Asks somebody to pay the bill: the link, with the biller, what is owed, and the end of the account number only. */
export function AskSomebody({ bill, sharing, biller }: AskSomebodyProps) {
  const t = useTranslations();
  const locale = useLocale();
  const until = formatDay(sharing.validUntil, locale);
  const text = t('sharing.billMessage', {
    biller: biller ?? t('layout.siteName'),
    product: t('order.billProduct'),
    ending: bill.accountNumber.slice(-4),
    amount: formatRinggit(bill.outstanding),
    hasDueDate: bill.dueDate === null ? 'no' : 'yes',
    // Noon, so that the date is the same in every time zone.
    dueDate: bill.dueDate === null ? '' : formatDay(`${bill.dueDate}T12:00:00+08:00`, locale),
    until,
    url: sharing.url,
  });
  return (
    <Disclosure summary={t('sharing.billTitle')}>
      <div data-testid="ask-somebody">
        <p className="text-ink-soft mb-3">{t('sharing.billText', { until })}</p>
        <ShareActions text={text} url={sharing.url} />
      </div>
    </Disclosure>
  );
}
