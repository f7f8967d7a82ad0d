import { useLocale, useTranslations } from 'next-intl';
import { formatDay } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import type { UnappliedPayment } from '@/lib/domain/payment/unapplied-payments';

const messageKeys = {
  'in-review': 'inReview',
  returning: 'returning',
  returned: 'returned',
} as const satisfies Record<UnappliedPayment['status'], string>;

/** What becomes of a second payment of a paid order. What an unpaid one received is told by the texts of its outcome, and by its refunds. */
export function UnappliedPayments({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result.secondPayment');
  const locale = useLocale();
  if (result.outcome !== 'successful') return null;
  return result.unappliedPayments.map(({ amount, status, returnedAt }, index) => {
    const values = { amount: formatRinggit(amount), date: returnedAt === null ? '' : formatDay(returnedAt, locale) };
    return (
      // The list changes by whole pages only.
      <p key={index} data-testid="unapplied-payment" data-status={status} className="font-semibold">
        {t(messageKeys[status], values)}
      </p>
    );
  });
}
