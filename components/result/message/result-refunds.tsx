import { useLocale, useTranslations } from 'next-intl';
import { TextWithAccounts } from '@/components/layout/masked-data';
import { formatDay } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import type { ResultRefund } from '@/lib/domain/payment/payment';

interface ResultRefundsProps {
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
}

/** What of a payment was returned to its payer, or is on its way. It changes nothing about the payment's own status. Design, section 8. */
export function ResultRefunds({ refunds }: ResultRefundsProps) {
  const t = useTranslations('result');
  const locale = useLocale();
  if (refunds.length === 0) return null;
  return (
    <ul aria-label={t('refunds')} className="space-y-1">
      {refunds.map(({ accountNumber, amount, at, destination, status }, index) => {
        const date = formatDay(at, locale);
        const refund = t(`refund.${status}`, { amount: formatRinggit(amount), date, destination });
        return (
          <li key={index} data-testid="refund-status" data-status={status} className="font-semibold">
            {accountNumber === null ? (
              refund
            ) : (
              <TextWithAccounts text={t('refundOf', { account: maskAccountNumber(accountNumber), refund })} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
