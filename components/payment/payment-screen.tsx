'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageShell } from '@/components/layout/page-shell';
import type { FormState } from '@/components/forms/form-state';
import { PaymentStoreProvider } from '@/lib/stores/payment-store-provider';
import { UserStoreProvider } from '@/lib/stores/user-store-provider';
import { CancelPayment } from './cancel-payment';
import { renderedChoices } from './choices';
import { OrderSummary } from './order-summary';
import { PaymentForm } from './payment-form';
import type { PaymentView } from './payment-view';
import { UnderWayNotice } from './under-way-notice';

interface PaymentScreenProps {
  readonly page: PaymentView;
  readonly form: FormState;
  /** Made for this rendering of the page: all taps on its button are one payment. */
  readonly idempotencyKey: string;
}

/** The payment details page: what is paid for above or at the side, then methods, contact and the pay bar. */
export function PaymentScreen({ page, form, idempotencyKey }: PaymentScreenProps) {
  const t = useTranslations('payment');
  const [rendered] = useState(() => renderedChoices(page, form));
  return (
    <UserStoreProvider>
      <PaymentStoreProvider
        initial={{ refid: page.refid, paymentRequest: rendered, favouriteCardList: page.savedCards }}
      >
        <PageShell title={t('title')} aside={<OrderSummary page={page} />}>
          <UnderWayNotice page={page} />
          <PaymentForm page={page} form={form} rendered={rendered} idempotencyKey={idempotencyKey} />
          <CancelPayment page={page} idempotencyKey={idempotencyKey} />
        </PageShell>
      </PaymentStoreProvider>
    </UserStoreProvider>
  );
}
