'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TextWithAccounts } from '@/components/layout/masked-data';
import type { ResultPosting } from '@/lib/domain/payment/payment';
import { isPostingStatus, isPostingStatusFinal } from '@/lib/domain/payment/posting-states';
import { leastIntervalOf } from './least-interval';
import { ReceiptNumber } from './receipt-number';
import { usePaymentStatus } from '@/components/layout/use-payment-status';

interface PostingStatusProps {
  readonly posting: ResultPosting;
  /** The masked account number. */
  readonly account: string;
  /** How long posting usually takes, in words. */
  readonly duration: string;
  readonly statusUrl: string;
}

type Progress = Pick<ResultPosting, 'status' | 'receiptNumber'>;

/** Reads the posting of a status response; null where there is none. */
function readProgress(body: object): Progress | null {
  const posting = 'posting' in body ? body.posting : null;
  if (typeof posting !== 'object' || posting === null || !('status' in posting)) return null;
  const { status } = posting;
  if (typeof status !== 'string' || !isPostingStatus(status)) return null;
  const receiptNumber = 'receiptNumber' in posting ? posting.receiptNumber : null;
  return { status, receiptNumber: typeof receiptNumber === 'string' ? receiptNumber : null };
}

/** The state of a paid bill's posting to the biller; polls until that is final. Design, section 6. */
export function PostingStatus({ posting, account, duration, statusUrl }: PostingStatusProps) {
  const t = useTranslations('result.posting');
  const [{ status, receiptNumber }, setProgress] = useState<Progress>(posting);
  function updateProgress(body: object): boolean {
    const progress = readProgress(body);
    if (progress === null) return false;
    setProgress(progress);
    return isPostingStatusFinal(progress.status);
  }
  const leastInterval = leastIntervalOf(posting.usualMinutes);
  usePaymentStatus(isPostingStatusFinal(status) ? null : statusUrl, updateProgress, leastInterval);
  return (
    <p data-testid="posting-status" data-status={status} aria-live="polite" aria-atomic>
      <TextWithAccounts text={t(status, { account, duration })} />
      {receiptNumber === null ? null : (
        <>
          {' '}
          <ReceiptNumber number={receiptNumber} />
        </>
      )}
    </p>
  );
}
