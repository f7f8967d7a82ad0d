'use client';

import { useTranslations } from 'next-intl';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { formatRinggit } from '@/lib/domain/money';
import { PaymentTimer } from './payment-timer';
import type { PaymentView } from './payment-view';

function listLines(page: PaymentView, subtotal: string): DescriptionRow[] {
  const total = page.charges.length > 0 && page.lines.length > 1 ? [{ name: subtotal, amount: page.itemTotal }] : [];
  return [...page.lines, ...total, ...page.charges].map(({ name, amount }) => ({
    term: name,
    value: formatRinggit(amount),
  }));
}

/** What is paid for, how much, and until when. */
export function OrderSummary({ page }: { readonly page: PaymentView }) {
  const t = useTranslations('payment');
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
        <span className="flex-1 text-sm">{t('payBefore', { time: page.payBefore })}</span>
        <PaymentTimer remaining={page.remaining} />
      </p>
    </Panel>
  );
}
