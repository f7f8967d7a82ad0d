import { useLocale, useTranslations } from 'next-intl';
import { MaskedName, TextWithAccounts } from '@/components/layout/masked-data';
import { getAccountEnding, maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { locales } from '@/lib/domain/locales';
import { formatRinggit } from '@/lib/domain/money';
import type { ResultOrigin } from '@/lib/domain/payment/outcomes';
import type { PaymentResult, ResultPosting } from '@/lib/domain/payment/payment';
import { isPostingStatusFinal } from '@/lib/domain/payment/posting-states';
import { formatMoment, formatTimeOfDay } from '@/lib/domain/format-time';
import { toUsualDuration } from '@/lib/domain/payment/usual-duration';
import { paymentStatusPath } from '@/lib/routes';
import { joinClasses } from '@/components/ui/join-classes';
import { Panel } from '@/components/ui/panel';
import { accountStates } from '../status/account-state';
import { PaidAccounts } from '../status/paid-accounts';
import { leastIntervalOf } from '../status/least-interval';
import { PostingStatus } from '../status/posting-status';
import { isFullyRefunded, outcomeMessages } from './outcome-messages';
import { moneySourceOf, reasonMessageKey } from '@/lib/domain/payment/reason-messages';
import { ResultBanner } from './result-banner';
import { UnappliedPayments } from './unapplied-payments';
import { ResultRefunds } from './result-refunds';

interface ResultMessageProps {
  readonly result: PaymentResult;
}

/** Until when a payment waits for corporate approval. Specification, section 4: five days. */
function ApprovalDeadline({ result }: ResultMessageProps) {
  const t = useTranslations('result');
  const locale = useLocale();
  if (result.approvalDeadline === null) return null;
  return <p className="font-semibold">{t('held', { date: formatMoment(result.approvalDeadline, locale) })}</p>;
}

/** Where what was, or will be, e-mailed of a payment goes. An approver, to whom it was forwarded, is told of the receipt only, and no address. */
function EmailedTo({ result, origin }: ResultMessageProps & { readonly origin: ResultOrigin | null }) {
  const t = useTranslations('result');
  const { approvalSentTo, isForApprover, outcome, receiptSentTo } = result;
  const sentence = () => {
    if (outcome === 'pending-approval' && approvalSentTo !== null) {
      if (isForApprover) return t('approver.receiptFollows');
      return origin === 'email' ? null : t('approvalSent', { email: approvalSentTo });
    }
    if (outcome === 'pending' && receiptSentTo !== null) return t('receiptWhenConfirmed', { email: receiptSentTo });
    if (outcome !== 'successful' || receiptSentTo === null || isFullyRefunded(result)) return null;
    return isForApprover ? t('approver.receiptSent') : t('receiptSent', { email: receiptSentTo });
  };
  const text = sentence();
  return text === null ? null : <p className="text-ink-soft">{text}</p>;
}

/** Seconds between reloads without scripts, and milliseconds after the payment until they end. */
const refreshAfter = 3;
const refreshedFor = 60_000;

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

interface RefreshProps extends ResultMessageProps {
  readonly postings: readonly ResultPosting[];
}

/** Without scripts the page reloads while a posting is usually answered. */
function RefreshWithoutScripts({ result: { confirmedAt, serverTime }, postings }: RefreshProps) {
  const isJustPaid = confirmedAt !== null && Date.parse(serverTime) - Date.parse(confirmedAt) < refreshedFor;
  const isAnsweredSoon = postings.some(
    ({ status, usualMinutes }) => usualMinutes < 60 && !isPostingStatusFinal(status),
  );
  if (!isJustPaid || !isAnsweredSoon) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(refreshAfter)} />
    </noscript>
  );
}

interface PostingProps extends ResultMessageProps {
  readonly posting: ResultPosting;
  /** The masked account number. */
  readonly account: string;
}

/** The state of the posting of a paid bill. */
function Posting({ result, posting, account }: PostingProps) {
  const duration = useDuration(posting.usualMinutes);
  return (
    <>
      <RefreshWithoutScripts result={result} postings={[posting]} />
      <PostingStatus
        posting={posting}
        account={account}
        duration={duration}
        statusUrl={paymentStatusPath(result.refid)}
      />
    </>
  );
}

/**
 * That a part of a payment of several accounts is not credited until a person has looked into it: of which accounts, unless others wait too. Those may
 * be credited while the page is open.
 */
function AccountsInReview({ result: { accounts } }: ResultMessageProps) {
  const t = useTranslations('result');
  const { intlTag } = locales[useLocale()];
  const inReview = accounts.filter(({ posting }) => posting?.status === 'review');
  if (inReview.length === 0) return null;
  const isAllKnown = accounts.every(({ posting }) => posting === null || isPostingStatusFinal(posting.status));
  const list = new Intl.ListFormat(intlTag).format(
    inReview.map(({ accountNumber }) => maskAccountNumber(accountNumber)),
  );
  return (
    <p data-testid="posting-status" data-status="review" className="font-semibold">
      {isAllKnown ? (
        <TextWithAccounts text={t('partsInReview', { count: inReview.length, accounts: list })} />
      ) : (
        t('postings.review')
      )}
    </p>
  );
}

/** The accounts of a payment of several, with the states of their postings, or that their money is refunded. */
export function ResultAccounts({ result }: ResultMessageProps) {
  const t = useTranslations('result');
  const payment = useTranslations('payment');
  const receipt = useTranslations('receipt');
  const locale = useLocale();
  const usualMinutes = result.posting?.usualMinutes ?? 1;
  const duration = useDuration(usualMinutes);
  // Its postings are taken back.
  const isRefunded = isFullyRefunded(result);
  if (result.accounts.length === 0) return null;
  const accounts = result.accounts.map((account) => ({
    account: maskAccountNumber(account.accountNumber),
    spoken: `${payment('account')} ${payment('accountEnding', { ending: getAccountEnding(account.accountNumber) })}`,
    holder: account.accountName === null ? null : <MaskedName name={account.accountName} />,
    amount: formatRinggit(account.amount),
    progress:
      isRefunded || account.isRefunded ? ({ status: 'refunded', receiptNumber: null } as const) : account.posting,
    resumption:
      account.serviceResumesBy === null
        ? null
        : t('serviceResumes', { time: formatTimeOfDay(account.serviceResumesBy, locale) }),
  }));
  return (
    <Panel title={receipt('accounts', { count: accounts.length })}>
      <RefreshWithoutScripts
        result={result}
        postings={isRefunded ? [] : result.accounts.flatMap(({ posting }) => (posting === null ? [] : [posting]))}
      />
      <PaidAccounts
        accounts={accounts}
        states={accountStates}
        duration={duration}
        leastInterval={leastIntervalOf(usualMinutes)}
        statusUrl={paymentStatusPath(result.refid)}
      />
    </Panel>
  );
}

/** Whether the amount was charged or would have been: there was an attempt, or the order ended without one. */
function hasAmount({ method, outcome }: PaymentResult): boolean {
  return method !== null || outcome === 'expired' || outcome === 'cancelled';
}

/** The outcome, its reason, and what the payer can do. */
export function ResultMessage({
  result,
  origin,
  isAutoDebitRequested,
}: ResultMessageProps & { readonly origin: ResultOrigin | null; readonly isAutoDebitRequested: boolean }) {
  const t = useTranslations('result');
  const reasons = useTranslations('reasons');
  const locale = useLocale();
  const { outcome } = result;
  const texts = outcomeMessages(result);
  // Its specified text says what its title says.
  const isTitledByText = texts.text === 'cancelled.text';
  const isRefunded = isFullyRefunded(result);
  const reason = outcome === 'failed' ? reasonMessageKey(result) : null;
  return (
    <ResultBanner
      outcome={outcome}
      title={t(isTitledByText ? texts.text : texts.title)}
      amount={hasAmount(result) ? formatRinggit(result.amount) : null}
    >
      {origin === 'paid-already' && outcome === 'successful' ? (
        <p data-testid="paid-already" className="text-lg font-semibold">
          {t('paidAlready')}
        </p>
      ) : null}
      {result.serviceResumesBy === null || isRefunded ? null : (
        <p data-testid="service-resumes" className="text-lg font-semibold">
          {t('serviceResumes', { time: formatTimeOfDay(result.serviceResumesBy, locale) })}
        </p>
      )}
      {isTitledByText ? null : <p className="text-lg">{t(texts.text, { amount: formatRinggit(result.amount) })}</p>}
      {/* Its posting is taken back, its receipt no longer says how it is. */}
      {result.posting === null || result.accountNumber === null || isRefunded ? null : (
        <Posting result={result} posting={result.posting} account={maskAccountNumber(result.accountNumber)} />
      )}
      {isRefunded ? null : <AccountsInReview result={result} />}
      <UnappliedPayments result={result} />
      <ResultRefunds refunds={result.refunds} />
      {reason ? <p className="font-semibold">{reasons(reason)}</p> : null}
      {outcome === 'cancelled' && result.reasonCode === 'not-approved' ? <p>{t('cancelled.notApproved')}</p> : null}
      <ApprovalDeadline result={result} />
      {/* The next step is auto debit, below. */}
      {outcome === 'failed' && !result.isForApprover ? (
        <p className="text-ink-soft">{t('failed.next', { source: moneySourceOf(result) })}</p>
      ) : null}
      {isAutoDebitRequested || texts.next === null ? null : (
        <p
          className={joinClasses(
            'text-ink-soft',
            // It is no longer true once a posting is in review, which the page shows as soon as it is.
            texts.next === 'successful.next' && 'in-[:has([data-status=review])]:hidden',
          )}
        >
          {t(texts.next, { accounts: Math.max(1, result.accounts.length) })}
        </p>
      )}
      <EmailedTo result={result} origin={origin} />
      {result.isContactErased ? <p className="text-ink-soft">{t('contactErased')}</p> : null}
    </ResultBanner>
  );
}
