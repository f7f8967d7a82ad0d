'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { isServiceExpected } from '@/lib/domain/bill/service-resumption';
import {
  findWorstPostingStatus,
  isPostingStatus,
  isPostingStatusFinal,
  type PostingStatus,
} from '@/lib/domain/payment/posting-states';
import { ReceiptNumber } from './receipt-number';
import { usePaymentStatus } from '@/components/layout/use-payment-status';

/** The status of one account: that of its posting, or that all of its money has been returned. */
export type AccountStatus = PostingStatus | 'refunded';

interface Progress {
  readonly status: AccountStatus;
  /** The biller's, once it has accepted the posting. */
  readonly receiptNumber: string | null;
}

/** One of the accounts of a payment of several. */
interface PaidAccount {
  /** The masked account number. */
  readonly account: string;
  /** What a screen reader reads of it. */
  readonly spoken: string;
  /** Its holder's masked name; null where it is not to be shown. */
  readonly holder: ReactNode;
  /** Formatted. */
  readonly amount: string;
  /** Null while nothing is posted. */
  readonly progress: Progress | null;
  /** Until when its service resumes, in words; null where nothing is promised. */
  readonly resumption: string | null;
}

export type AccountStates = Readonly<Record<AccountStatus, ReactNode>>;

interface PaidAccountsProps {
  readonly accounts: readonly PaidAccount[];
  /** What is shown for each status: from the server, so that scripts bring no words and icons for it. */
  readonly states: AccountStates;
  /** How long posting usually takes, in words; empty while nothing is posted. */
  readonly duration: string;
  /** Milliseconds between polls at least. */
  readonly leastInterval: number | undefined;
  readonly statusUrl: string;
}

function isAccountStatus(status: string): status is AccountStatus {
  return status === 'refunded' || isPostingStatus(status);
}

function isFinal(progress: Progress | null): boolean {
  return progress === null || progress.status === 'refunded' || isPostingStatusFinal(progress.status);
}

/** Reads the progress of an account in a status response; null where there is none. */
function readProgress(account: unknown): Progress | null {
  if (typeof account !== 'object' || account === null || !('status' in account)) return null;
  const { status } = account;
  if (typeof status !== 'string' || !isAccountStatus(status)) return null;
  const receiptNumber = 'receiptNumber' in account ? account.receiptNumber : null;
  return { status, receiptNumber: typeof receiptNumber === 'string' ? receiptNumber : null };
}

/** Reads the progress of all accounts in a status response; null for one that cannot be understood. */
function readAccounts(body: object): readonly (Progress | null)[] | null {
  const accounts: unknown = 'accounts' in body ? body.accounts : null;
  if (!Array.isArray(accounts)) return null;
  const read = accounts.map((account: unknown) => ({ account, progress: readProgress(account) }));
  if (read.some(({ account, progress }) => account !== null && progress === null)) return null;
  return read.map(({ progress }) => progress);
}

/** Returns the message of the accounts together; null while nothing is posted, and where all is refunded. */
function summarise(
  all: readonly (Progress | null)[],
): { status: PostingStatus; text: PostingStatus | 'acceptedRest' } | null {
  const statuses = all.flatMap((progress) => (progress === null ? [] : [progress.status]));
  const posted = statuses.filter((status) => status !== 'refunded');
  if (posted.length === 0) return null;
  const status = findWorstPostingStatus(posted);
  return { status, text: status === 'accepted' && posted.length < statuses.length ? 'acceptedRest' : status };
}

/**
 * The accounts of a payment of several, each with its amount and, once it is credited, the state of its posting to the biller, or that its money
 * is refunded; polls until all are final. Design, section 6.
 */
export function PaidAccounts({ accounts, states, duration, leastInterval, statusUrl }: PaidAccountsProps) {
  const t = useTranslations('result');
  const [all, setAll] = useState<readonly (Progress | null)[]>(() => accounts.map(({ progress }) => progress));
  function updateProgress(body: object): boolean {
    const next = readAccounts(body);
    if (next?.length !== accounts.length) return false;
    setAll(next);
    return next.every(isFinal);
  }
  usePaymentStatus(all.every(isFinal) ? null : statusUrl, updateProgress, leastInterval);
  const summary = summarise(all);
  // The banner, which does not change, names those in review.
  const isInBanner = accounts.some(({ progress }) => progress?.status === 'review');
  return (
    <>
      {summary === null || isInBanner ? null : (
        <p data-testid="posting-status" data-status={summary.status} aria-live="polite" aria-atomic className="mb-3">
          {t(`postings.${summary.text}`, { duration })}
        </p>
      )}
      <ul data-testid="paid-accounts" className="divide-line divide-y">
        {accounts.map(({ account, spoken, holder, amount, resumption }, index) => (
          <PaidAccountRow
            key={`${index + 1} ${account}`}
            account={account}
            spoken={spoken}
            holder={holder}
            amount={amount}
            progress={all[index] ?? null}
            states={states}
            resumption={resumption}
          />
        ))}
      </ul>
    </>
  );
}

type PaidAccountRowProps = PaidAccount & Pick<PaidAccountsProps, 'states'>;

function PaidAccountRow({ account, spoken, holder, amount, progress, resumption, states }: PaidAccountRowProps) {
  return (
    <li
      data-testid="paid-account"
      data-status={progress?.status}
      aria-live="polite"
      aria-atomic
      className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0"
    >
      <span className="figures">
        <span aria-hidden="true">{account}</span>
        <span className="sr-only">{spoken}</span>
        {holder === null ? null : <span className="text-ink-soft block">{holder}</span>}
      </span>
      <span className="figures ml-auto font-medium">{amount}</span>
      {progress === null ? null : (
        <span className="text-ink-soft w-full">
          {states[progress.status]}
          {resumption !== null && progress.status !== 'refunded' && isServiceExpected(progress.status) ? (
            <span data-testid="account-service-resumes" className="text-ink block font-semibold">
              {resumption}
            </span>
          ) : null}
          {/* Its line is there while the number is usually soon to come, so that nothing moves. */}
          {progress.receiptNumber === null && progress.status !== 'queued' ? null : (
            <span className="block min-h-[1lh]">
              {progress.receiptNumber === null ? null : <ReceiptNumber number={progress.receiptNumber} />}
            </span>
          )}
        </span>
      )}
    </li>
  );
}
