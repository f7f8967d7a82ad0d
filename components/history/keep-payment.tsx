'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { KeptPayment } from '@/lib/domain/payment/payment-history';
import { routes } from '@/lib/routes';
import { hasDeviceHint } from '@/lib/stores/device-hint';

async function openHistory(refid: string) {
  const { createHistoryStore } = await import('@/lib/stores/history-store');
  const store = createHistoryStore();
  /** Reads the storage, which may have been refused. */
  function isKept(): boolean {
    void store.persist.rehydrate();
    return store.getState().payments?.some((kept) => kept.refid === refid) ?? false;
  }
  return { ...store.getState(), isKept };
}

/** Keeping a payment is optional: if its code does not load, what is kept does not follow the result. */
const ignore = () => undefined;

/**
 * Keeps a payment on this device when its payer asks for it, for this payment alone: the next one may be of somebody else with the same device. What is
 * kept follows what the result says now. Its height stays the same.
 */
export function KeepPayment({ payment }: { readonly payment: KeptPayment }) {
  const t = useTranslations('history');
  const [state, setState] = useState<keyof typeof hints>('offered');

  useEffect(() => {
    if (!hasDeviceHint('payments')) return;
    openHistory(payment.refid).then(({ isKept, keep }) => {
      if (!isKept()) return;
      keep(payment);
      setState('kept');
    }, ignore);
  }, [payment]);

  async function change() {
    const { isKept, keep, remove } = await openHistory(payment.refid);
    if (state === 'kept') {
      remove(payment.refid);
      return setState('offered');
    }
    keep(payment);
    setState(isKept() ? 'kept' : 'refused');
  }

  return (
    <div className="grid gap-1 print:hidden noscript:hidden" data-testid="keep-payment" data-state={state}>
      <Button type="button" variant="quiet" onClick={() => void change().catch(() => setState('notLoaded'))}>
        {t(state === 'kept' ? 'forget' : 'keep')}
      </Button>
      <div className="text-ink-soft flex min-h-20 flex-wrap items-center justify-center gap-x-2 text-center @min-[46rem]:min-h-12">
        <p role="status">{t(hints[state])}</p>
        {state === 'kept' ? (
          <a
            href={routes.history}
            className="text-accent-ink min-h-tap inline-flex items-center underline underline-offset-4"
          >
            {t('seeAll')}
          </a>
        ) : null}
      </div>
    </div>
  );
}

const hints = { offered: 'keepHint', kept: 'kept', refused: 'refused', notLoaded: 'notLoaded' } as const;
