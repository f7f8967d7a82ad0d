'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { useBillStore } from '@/lib/stores/bill-store-provider';

interface AccountNumberHelpProps {
  /** The server has rejected the account number. */
  readonly isInvalid: boolean;
  /** An image of a bill. */
  readonly children: ReactNode;
}

/** Shows where the account number is on a bill. It opens when no bill is found for the typed number. */
export function AccountNumberHelp({ isInvalid, children }: AccountNumberHelpProps) {
  const t = useTranslations('home');
  const iserror = useBillStore((state) => state.iserror);
  return (
    <Disclosure id="find-account" summary={t('findTitle')} open={isInvalid || iserror}>
      <p className="text-ink-soft">{t('findText')}</p>
      {children}
    </Disclosure>
  );
}
