'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { useBillStore } from '@/lib/stores/bill-store-provider';

interface AccountNumberHelpProps {
  /** The server has rendered the number as invalid. */
  readonly isInvalid: boolean;
  /** A picture of a bill. */
  readonly children: ReactNode;
}

/** Where the number is on a bill. It opens when the number that was typed leads to no bill. */
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
