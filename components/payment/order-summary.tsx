import { useLocale, useTranslations } from 'next-intl';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { malaysiaDayOf } from '@/lib/domain/malaysia-time';
import { formatMoment, formatTimeOfDay } from '@/lib/i18n/format-time';
import type { Locale } from '@/lib/i18n/locale';
import { formatRinggit } from '@/lib/domain/money';
import { PaymentClock } from './payment-clock';
import { remainingOf, type PaymentView } from './payment-view';

function listLines(page: PaymentView, subtotal: string): DescriptionRow[] {
  const total = page.charges.length > 0 && page.lines.length > 1 ? [{ name: subtotal, amount: page.itemTotal }] : [];
  return [...page.lines, ...total, ...page.charges].map(({ name, amount }) => ({
    term: name,
    value: formatRinggit(amount),
  }));
}

/** The time alone as long as it is today's. */
function formatDeadline({ deadline, serverTime }: PaymentView, locale: Locale): string {
  const isToday = malaysiaDayOf(deadline) === malaysiaDayOf(serverTime);
  return isToday ? formatTimeOfDay(deadline, locale) : formatMoment(deadline, locale);
}

/** What is paid for, how much, and until when. */
export function OrderSummary({ page }: { readonly page: PaymentView }) {
  const t = useTranslations('payment');
  const locale = useLocale();
  return (
    <Panel>
      <h2 className="text-ink-soft text-base font-normal">{t('productName')}</h2>
      <p data-testid="product-name" className="mb-4 text-xl font-bold">
        {page.productName}
      </p>
      <DescriptionList
        rows={[
          ...listLines(page, t('itemTotal')),
          { term: t('total'), value: formatRinggit(page.total), testId: 'total-amount', strong: true },
        ]}
      />
      <p data-testid="payment-timer" className="border-line mt-4 flex items-center gap-2 border-t pt-4">
        <Icon name="clock" className="text-ink-soft" />
        <span className="flex-1 text-sm">{t('payBefore', { time: formatDeadline(page, locale) })}</span>
        <PaymentClock remaining={remainingOf(page)} />
      </p>
    </Panel>
  );
}
