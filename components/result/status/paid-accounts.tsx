'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ResultPosting } from '@/lib/domain/payment/payment';
import {
  findWorstPostingStatus,
  isPostingStatus,
  isPostingStatusFinal,
  type PostingStatus,
} from '@/lib/domain/payment/posting-states';
import { usePaymentStatus } from './use-payment-status';

/** One of the accounts of a payment of several. */
interface PaidAccount {
  /** The masked account number. */
  readonly account: string;
  /** Formatted. */
  readonly amount: string;
  /** Null while nothing is posted. */
  readonly posting: Progress | null;
}

interface PaidAccountsProps {
  readonly accounts: readonly PaidAccount[];
  /** How long posting usually takes, in words; empty while nothing is posted. */
  readonly duration: string;
  /** Milliseconds between polls at least. */
  readonly leastInterval: number | undefined;
  readonly statusUrl: string;
}

type Progress = Pick<ResultPosting, 'status' | 'receiptNumber'>;

/** Reads the posting of an account in a status response; null where there is none. */
function readProgress(account: unknown): Progress | null {
  if (typeof account !== 'object' || account === null || !('status' in account)) return null;
  const { status } = account;
  if (typeof status !== 'string' || !isPostingStatus(status)) return null;
  const receiptNumber = 'receiptNumber' in account ? account.receiptNumber : null;
  return { status, receiptNumber: typeof receiptNumber === 'string' ? receiptNumber : null };
}

/** Reads the postings of all accounts in a status response; null for one that cannot be understood. */
function readAccounts(body: object): readonly (Progress | null)[] | null {
  const told: unknown = 'accounts' in body ? body.accounts : null;
  if (!Array.isArray(told)) return null;
  const postings = told.map((account: unknown) => ({ account, progress: readProgress(account) }));
  if (postings.some(({ account, progress }) => account !== null && progress === null)) return null;
  return postings.map(({ progress }) => progress);
}

function isKnown(status: PostingStatus | undefined): status is PostingStatus {
  return status !== undefined;
}

/**
 * The accounts of a payment of several, each with its amount and, once it is credited, the state of its posting to the biller; polls until all are
 * final. Design, section 6.
 */
export function PaidAccounts({ accounts, duration, leastInterval, statusUrl }: PaidAccountsProps) {
  const t = useTranslations('result');
  const [postings, setPostings] = useState<readonly (Progress | null)[]>(() => accounts.map(({ posting }) => posting));
  const statuses = postings.map((posting) => posting?.status).filter(isKnown);
  const isFinal = statuses.every(isPostingStatusFinal);
  function updateProgress(body: object): boolean {
    const next = readAccounts(body);
    if (next?.length !== accounts.length) return false;
    setPostings(next);
    return next.every((posting) => posting === null || isPostingStatusFinal(posting.status));
  }
  usePaymentStatus(isFinal ? null : statusUrl, updateProgress, leastInterval);
  const worst = statuses.length === 0 ? null : findWorstPostingStatus(statuses);
  return (
    <>
      {worst === null ? null : (
        <p data-testid="posting-status" data-status={worst}>
          {t(`postings.${worst}`, { duration })}
        </p>
      )}
      <ul aria-label={t('accounts')} data-testid="paid-accounts" className="divide-line mx-auto grid w-full divide-y">
        {accounts.map(({ account, amount }, index) => (
          <PaidAccountRow
            key={`${index + 1} ${account}`}
            account={account}
            amount={amount}
            posting={postings[index] ?? null}
          />
        ))}
      </ul>
    </>
  );
}

function PaidAccountRow({ account, amount, posting }: PaidAccount) {
  const t = useTranslations('result');
  return (
    <li
      data-testid="paid-account"
      data-status={posting?.status}
      className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 text-start"
    >
      <span className="figures">{account}</span>
      <span className="figures font-medium">{amount}</span>
      {posting === null ? null : (
        <span className="text-ink-soft w-full">
          <span className="block">{t(`accountPosting.${posting.status}`)}</span>
          {/* Its line is there before the number is, so that nothing moves. */}
          <span className="block min-h-[1lh]">
            {posting.receiptNumber === null ? null : (
              <>
                {t('posting.receiptNumber')}{' '}
                <span data-testid="receipt-number" className="font-mono break-all select-all">
                  {posting.receiptNumber}
                </span>
              </>
            )}
          </span>
        </span>
      )}
    </li>
  );
}
