'use client';

import { Notice } from '@/components/ui/notice';
import type { ProviderWarning } from '../page/provider-warnings';

/** Says beside the banks or wallets of a method which are slow or failing just now, and what works instead. */
export function ProviderWarningNotice({ warning }: { readonly warning: ProviderWarning | undefined }) {
  return warning === undefined ? null : (
    <Notice tone="warning" testId="provider-warning">
      {warning.text}
    </Notice>
  );
}
