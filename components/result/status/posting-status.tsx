'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ResultPosting } from '@/lib/domain/payment/payment';
import { isPostingStatus, isPostingStatusFinal } from '@/lib/domain/payment/posting-states';
import { toUsualDuration } from '@/lib/domain/payment/usual-duration';
import { usePaymentStatus } from './use-payment-status';

interface PostingStatusProps {
  readonly posting: ResultPosting;
  /** The masked account number. */
  readonly account: string;
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

/** Returns how long posting usually takes, in words. */
function useDuration(usualMinutes: number): string {
  const t = useTranslations('result.posting');
  const { unit, count } = toUsualDuration(usualMinutes);
  switch (unit) {
    case 'minutes':
      return t('minutes', { minutes: count });
    case 'hours':
      return t('hours', { hours: count });
    case 'days':
      return t('days', { days: count });
  }
}

/** The state of a paid bill's posting to the biller; polls until that is final. Design, section 6. */
export function PostingStatus({ posting, account, statusUrl }: PostingStatusProps) {
  const t = useTranslations('result.posting');
  const duration = useDuration(posting.usualMinutes);
  const [{ status, receiptNumber }, setProgress] = useState<Progress>(posting);
  usePaymentStatus(isPostingStatusFinal(status) ? null : statusUrl, (body) => {
    const progress = readProgress(body);
    if (progress === null) return false;
    setProgress(progress);
    return isPostingStatusFinal(progress.status);
  });
  return (
    <p data-testid="posting-status" data-status={status}>
      {t(status, { account, duration })}
      {receiptNumber === null ? null : (
        <>
          {' '}
          {t('receiptNumber')}{' '}
          <span data-testid="receipt-number" className="font-mono break-all select-all">
            {receiptNumber}
          </span>
        </>
      )}
    </p>
  );
}
