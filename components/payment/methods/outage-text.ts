'use client';

import { useTranslations } from 'next-intl';
import type { Outage } from '@/components/payment/page/payment-view';

/** Returns a function that describes an outage of a bank, wallet or carrier; it returns undefined without an outage. */
export function useOutageText(): (name: string, outage: Outage | undefined) => string | undefined {
  const t = useTranslations('downtime');
  return (name, outage) => {
    if (outage === undefined) return undefined;
    if (outage.message) return outage.message;
    return outage.state === 'down'
      ? t('now.named', { name, until: outage.until })
      : t('planned.named', { name, from: outage.from, until: outage.until });
  };
}
