'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import type { FoundBill } from '@/lib/domain/bill/parse-remembered-bill';
import type { RememberedBill } from '@/lib/domain/bill/remembered-bill';
import { formatDay } from '@/lib/domain/format-time';
import { formatRinggit, subtractSen, zeroSen } from '@/lib/domain/money';
import { getAccountEnding } from '@/lib/domain/payment/customer-masking';
import { actions } from '@/lib/routes';
import { forgetRememberedBill } from '@/lib/stores/forget-remembered-bill';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { lookUpRememberedBill } from './look-up-remembered-bill';

export interface RememberedAccountCardProps {
  /** Ten digits. */
  readonly remembered: string;
  /** Of the payment that one tap begins. */
  readonly idempotencyKey: string;
  readonly onRemove: () => void;
}

/**
 * The account that this device remembers: what is due, one tap to pay it by the method used last, and its removal. Where one tap would not do what the
 * bill's page does without a question, or nothing is known of the bill, it leads to that page.
 */
export function RememberedAccountCard({ remembered, idempotencyKey, onRemove }: RememberedAccountCardProps) {
  // The form below may remember another one as the page leaves.
  const [account] = useState(remembered);
  const t = useTranslations('rememberedAccount');
  const home = useTranslations('home');
  const [found, setFound] = useState<FoundBill | 'loading' | null>('loading');
  useEffect(() => void lookUpRememberedBill(account, Date.now()).then(setFound), [account]);
  const ending = getAccountEnding(account);
  const isPayable = found !== null && found !== 'loading' && found.bill.state === 'payable';

  return (
    <section className="sheet flex flex-col gap-3" data-testid="remembered-account" data-state={stateOf(found)}>
      <h2 className="text-xl">
        <span aria-hidden="true">{t('title', { account: `•••• ${ending}` })}</span>
        <span className="sr-only">{t('titleSpoken', { ending })}</span>
      </h2>
      <div role="status">
        {found === 'loading' ? <p className="text-ink-soft">{home('submitting')}</p> : null}
        {found === null || found === 'loading' ? null : <BillFacts bill={found.bill} />}
      </div>
      {isPayable ? <PayButton found={found} ending={ending} idempotencyKey={idempotencyKey} /> : null}
      {found === 'loading' ? null : (
        <div className="grid items-start gap-2 sm:flex sm:flex-wrap sm:justify-between">
          <Form
            id="remembered-bill"
            action={actions.lookUpBill}
            state={emptyFormState}
            hiddenFields={{ accountNumber: account }}
            onStart={forgetRememberedBill}
            className="grid gap-3"
          >
            <SubmitButton full variant={isPayable ? 'secondary' : 'primary'} busyLabel={home('submitting')}>
              {home('submit')}
              <OfAccount ending={ending} />
            </SubmitButton>
          </Form>
          <Button type="button" variant="quiet" onClick={remove}>
            {t('remove')}
            <OfAccount ending={ending} />
          </Button>
        </div>
      )}
    </section>
  );

  function remove() {
    forgetRememberedBill();
    onRemove();
  }
}

function stateOf(found: FoundBill | 'loading' | null): string {
  if (found === null) return 'unknown';
  return found === 'loading' ? 'loading' : found.bill.state;
}

/** The account of a button, for screen readers: the form below the card has a button of the same words. */
function OfAccount({ ending }: { readonly ending: string }) {
  const t = useTranslations('rememberedAccount');
  return <span className="sr-only"> {t('titleSpoken', { ending })}</span>;
}

/** What is known of the bill. */
function BillFacts({ bill: { state, balance, dueDate, overdue } }: { readonly bill: RememberedBill }) {
  const t = useTranslations('rememberedAccount');
  const inBill = useTranslations('bill');
  const locale = useLocale();
  switch (state) {
    case 'payable':
    case 'other-amount':
      return (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Money amount={formatRinggit(balance)} size="hero" testId="remembered-balance" />
          {overdue > 0 ? (
            <span className="text-danger font-semibold">
              {t(overdue < balance ? 'partOverdue' : 'overdue', { amount: formatRinggit(overdue) })}
            </span>
          ) : dueDate === null ? null : (
            // Noon, so that the date is the same in every time zone.
            <span>{t('due', { date: formatDay(`${dueDate}T12:00:00+08:00`, locale) })}</span>
          )}
        </p>
      );
    case 'credit':
      return <p>{t('credit', { amount: formatRinggit(subtractSen(zeroSen, balance)) })}</p>;
    case 'recent-payment':
      return <p>{t('recentPayment')}</p>;
    case 'paid':
      return <p>{t('paid')}</p>;
    case 'closed':
      return <p>{inBill('closedTitle')}</p>;
  }
}

/**
 * Begins the payment of the whole balance, as the bill's page does, by the same checks. The payment page then chooses the method that this device has used
 * last, which the button names.
 */
function PayButton({
  found: { bill, billToken },
  ending,
  idempotencyKey,
}: Pick<RememberedAccountCardProps, 'idempotencyKey'> & { readonly found: FoundBill; readonly ending: string }) {
  const t = useTranslations('rememberedAccount');
  const inBill = useTranslations('bill');
  const { trackStep } = useAnalytics();
  const lastMethod = useUserStore((state) => state.lastMethod);
  return (
    <Form
      id="pay-remembered-bill"
      action={actions.payBill}
      state={emptyFormState}
      idempotencyKey={idempotencyKey}
      hiddenFields={{ billToken, payOption: 'current' }}
      onStart={() => {
        forgetRememberedBill();
        trackStep('proceed_to_payment');
      }}
      className="grid gap-3"
    >
      <SubmitButton full icon="lock" testId="pay-remembered" busyLabel={inBill('paying')}>
        {t('pay', { amount: formatRinggit(bill.balance), method: lastMethod ?? 'none' })}
        <OfAccount ending={ending} />
      </SubmitButton>
    </Form>
  );
}
