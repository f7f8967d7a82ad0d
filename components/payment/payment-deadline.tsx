import { useTranslations } from 'next-intl';
import type { PaymentPage } from '@/lib/domain/payment';
import { PaymentTimer } from './payment-timer';
import { remainingOf } from './payment-view';

/** Minutes left at which the timer speaks. */
const spokenAt = [5, 2, 1];

/** Has the payment's clock count down, and speak in the words of the page's language. */
export function PaymentDeadline({ page }: { readonly page: Pick<PaymentPage, 'deadline' | 'serverTime'> }) {
  const t = useTranslations('payment');
  return (
    <PaymentTimer
      remaining={remainingOf(page)}
      announcements={spokenAt.map((minutes) => ({ secondsLeft: minutes * 60, text: t('minutesLeft', { minutes }) }))}
    />
  );
}
