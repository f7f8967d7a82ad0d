import { useLocale, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import type { RecentPayment, RecentPaymentStatus } from '@/lib/domain/bill/recent-payments';
import { formatMoment } from '@/lib/domain/format-time';
import { formatRinggit, type Sen } from '@/lib/domain/money';

const statusMessages = {
  'in-progress': 'inProgress',
  'pending-approval': 'pendingApproval',
  received: 'received',
  review: 'review',
} as const satisfies Record<RecentPaymentStatus, string>;

interface RecentPaymentsProps {
  readonly payments: readonly RecentPayment[];
  /** The amount still owed after them, if the page shows a balance. */
  readonly outstanding?: Sen;
}

/** The payments of an account that its balance does not include yet, and the amount still owed. Design, section 6. */
export function RecentPayments({ payments, outstanding }: RecentPaymentsProps) {
  const t = useTranslations('recentPayments');
  const locale = useLocale();
  if (payments.length === 0) return null;
  return (
    <Notice tone="warning" title={t('title')}>
      <ul className="mt-1 grid gap-1">
        {payments.map(({ amount, at, status }, index) => (
          <li key={index} data-testid="recent-payment" data-status={status}>
            {t(statusMessages[status], { amount: formatRinggit(amount), time: formatMoment(at, locale) })}
          </li>
        ))}
      </ul>
      {outstanding === undefined ? null : (
        <p className="mt-2">
          {t('outstanding')}{' '}
          <strong data-testid="outstanding" className="whitespace-nowrap">
            {formatRinggit(outstanding)}
          </strong>
        </p>
      )}
      <p className="mt-2">{t('advice')}</p>
    </Notice>
  );
}
