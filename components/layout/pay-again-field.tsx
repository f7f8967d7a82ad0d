import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import type { RecentPayment } from '@/lib/domain/bill/recent-payments';
import { useDescribePayment } from './recent-payments';

/**
 * The payer's confirmation that a payment repeats the recent ones that count, which it names: the notice that lists them is far above it. It is not
 * filled in again: it is about what the page shows.
 */
export function PayAgainField({ payments }: { readonly payments: readonly RecentPayment[] }) {
  const t = useTranslations('recentPayments');
  const describe = useDescribePayment();
  const counted = payments.filter(({ isCounted }) => isCounted).map((payment) => `${describe(payment)}.`);
  return (
    <CheckboxField
      name="payAgain"
      value="true"
      label={t('payAgain')}
      hint={[...counted, t('payAgainHint')].join(' ')}
    />
  );
}
