'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { joinClasses } from '@/components/ui/join-classes';
import { Money } from '@/components/ui/money';
import { formatMoment } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import type { KeptPayment } from '@/lib/domain/payment/payment-history';
import { resultPath, routes } from '@/lib/routes';
import { HistoryStoreProvider, useHistoryStore } from '@/lib/stores/history-store-provider';

const statuses = {
  successful: 'paid',
  failed: 'unsuccessful',
  pending: 'inProgress',
  'pending-approval': 'waitingForApproval',
  expired: 'expired',
  cancelled: 'cancelled',
  'session-expired': 'expired',
  processed: 'inProgress',
  blacklisted: 'unsuccessful',
  review: 'checking',
  error: 'unknown',
} as const satisfies Record<Outcome, string>;

/** The payments that this device keeps, with their results, and their removal. */
export function PaymentHistory() {
  return (
    <HistoryStoreProvider>
      <KeptPayments />
    </HistoryStoreProvider>
  );
}

function KeptPayments() {
  const t = useTranslations('history');
  const layout = useTranslations('layout');
  const locale = useLocale();
  const payments = useHistoryStore((state) => state.payments);
  const removePayment = useHistoryStore((state) => state.remove);
  const removeAll = useHistoryStore((state) => state.removeAll);
  const status = useRef<HTMLParagraphElement>(null);
  const [removed, setRemoved] = useState<KeptPayment | 'all' | null>(null);

  // What had the focus is gone with what was removed. The text is displayed first: it cannot be focused while it is empty.
  useEffect(() => {
    if (removed !== null) status.current?.focus();
  }, [removed]);

  function describeRemoved(): string | null {
    if (removed === null) return null;
    if (removed === 'all') return t('removedAll');
    return t('removedOne', { amount: formatRinggit(removed.amount), time: formatMoment(removed.at, locale) });
  }

  return (
    // The footer is shown when they are read: it would move.
    <div className={joinClasses('grid content-start gap-5', payments === null && 'hides-footer')}>
      <p ref={status} tabIndex={-1} role="status" className="empty:hidden">
        {describeRemoved()}
      </p>
      {payments === null ? null : (
        <>
          {payments.length === 0 ? (
            <p>{t('empty')}</p>
          ) : (
            <>
              <p className="text-ink-soft text-lg">{t('lead')}</p>
              <ul className="grid gap-4">
                {payments.map((payment) => (
                  <KeptPaymentItem
                    key={payment.refid}
                    payment={payment}
                    onRemove={() => {
                      removePayment(payment.refid);
                      setRemoved(payment);
                    }}
                  />
                ))}
              </ul>
            </>
          )}
          {payments.length < 2 ? null : (
            <RemoveAll
              onConfirm={() => {
                removeAll();
                setRemoved('all');
              }}
            />
          )}
          <LinkButton href={routes.home} variant="secondary">
            {layout('goHome')}
          </LinkButton>
        </>
      )}
    </div>
  );
}

function KeptPaymentItem({ payment, onRemove }: { readonly payment: KeptPayment; readonly onRemove: () => void }) {
  const t = useTranslations('history');
  const methods = useTranslations('methods');
  const result = useTranslations('result');
  const locale = useLocale();
  const { accountCount, accountEnding, at, method, outcome, paymentId, refid, route } = payment;
  const amount = formatRinggit(payment.amount);
  const time = formatMoment(at, locale);
  const ofPayment = <span className="sr-only"> {t('ofPayment', { amount, time })}</span>;
  return (
    <li className="sheet grid gap-2" data-testid="kept-payment" data-status={outcome}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Money amount={amount} size="large" />
        <Badge tone={outcomeTable[outcome].tone}>{t(`status.${statuses[outcome]}`)}</Badge>
      </div>
      <p>{time}</p>
      <p className="text-ink-soft flex flex-wrap gap-x-4">
        {accountEnding === null ? null : (
          <span>
            <span aria-hidden="true">{t('account', { account: `•••• ${accountEnding}` })}</span>
            <span className="sr-only">{t('accountSpoken', { ending: accountEnding })}</span>
          </span>
        )}
        {accountCount === undefined ? null : <span>{t('accounts', { count: accountCount })}</span>}
        <span>{methods(method)}</span>
      </p>
      <p className="text-ink-soft text-sm">
        {result('paymentId')} <span className="font-mono break-all select-all">{paymentId}</span>
      </p>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <LinkButton variant="secondary" href={resultPath(route, refid)}>
          {t('open')}
          {ofPayment}
        </LinkButton>
        <Button type="button" variant="quiet" onClick={onRemove}>
          {t('remove')}
          {ofPayment}
        </Button>
      </div>
    </li>
  );
}

/** Removes all payments after a question: nobody can bring them back. */
function RemoveAll({ onConfirm }: { readonly onConfirm: () => void }) {
  const t = useTranslations('history');
  const [isAsking, setAsking] = useState(false);
  const ask = useRef<HTMLButtonElement>(null);

  /** Returns the focus to where it was before the question. */
  function keep() {
    setAsking(false);
    ask.current?.focus();
  }

  return (
    <div className="grid gap-3">
      <Button ref={ask} type="button" variant="quiet" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
        {t('removeAll')}
      </Button>
      {isAsking ? (
        <div className="sheet grid gap-3">
          <p>{t('removeAllText')}</p>
          <div className="grid gap-3 sm:flex">
            <Button type="button" variant="secondary" onClick={keep}>
              {t('keepAll')}
            </Button>
            <Button type="button" variant="danger" onClick={onConfirm}>
              {t('confirmRemoveAll')}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
