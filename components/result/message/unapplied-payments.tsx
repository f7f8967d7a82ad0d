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

/** What becomes of money that does not pay the order: a second payment of a paid one, or what an unpaid one is returned. */
export function UnappliedPayments({ result }: { readonly result: PaymentResult }) {
  const second = useTranslations('result.secondPayment');
  const only = useTranslations('result.returnedPayment');
  const locale = useLocale();
  const isPaid = result.outcome === 'successful';
  // The texts of an unpaid order whose money is in review say so.
  const shown = result.unappliedPayments.filter(({ status }) => isPaid || status !== 'in-review');
  return shown.map(({ amount, status, returnedAt }, index) => {
    const values = { amount: formatRinggit(amount), date: returnedAt === null ? '' : formatDay(returnedAt, locale) };
    return (
      // The list changes by whole pages only.
      <p key={index} data-testid="unapplied-payment" data-status={status} className="font-semibold">
        {isPaid ? second(messageKeys[status], values) : only(status === 'returned' ? 'returned' : 'returning', values)}
      </p>
    );
  });
}
