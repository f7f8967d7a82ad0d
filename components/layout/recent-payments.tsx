import { useLocale, useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { AccountEnding } from './masked-data';
import {
  hasCountedPayment,
  type RecentPayment,
  type RecentPaymentStatus,
  type UnpaidAttempt,
} from '@/lib/domain/bill/recent-payments';
import { minimumAmount } from '@/lib/domain/bill/amount-limits';
import type { OwnPayment } from '@/lib/domain/bill/own-payment';
import { formatMoment } from '@/lib/domain/format-time';
import { formatRinggit, type Sen } from '@/lib/domain/money';

const statusMessages = {
  'in-progress': 'inProgress',
  'pending-approval': 'pendingApproval',
  received: 'received',
  review: 'review',
} as const satisfies Record<RecentPaymentStatus, string>;

const unpaidMessages = {
  redirect: 'unpaidRedirect',
  code: 'unpaidCode',
  approval: 'unpaidApproval',
} as const satisfies Record<UnpaidAttempt, string>;

const notices = {
  /** Money is received, or a gateway is processing it. */
  paid: { tone: 'warning', title: 'title', outstanding: 'outstanding', advice: 'advice' },
  /** Somebody is paying at this moment, perhaps. */
  begun: { tone: 'warning', title: 'unpaidTitle', outstanding: 'outstandingIfPaid', advice: 'begunAdvice' },
  /** The same of a part of what is owed. */
  begunPart: { tone: 'warning', title: 'unpaidTitle', outstanding: 'outstandingIfPaid', advice: 'begunPartAdvice' },
  /** Anybody can begin a payment: it must not keep the payer from paying. */
  unpaid: { tone: 'info', title: 'unpaidTitle', outstanding: 'outstandingNow', advice: 'unpaidAdvice' },
} as const;

function selectNotice(payments: readonly RecentPayment[], outstanding: number) {
  if (payments.some(({ unpaid }) => unpaid === null)) return notices.paid;
  if (!hasCountedPayment(payments)) return notices.unpaid;
  return outstanding >= minimumAmount ? notices.begunPart : notices.begun;
}

/** Returns the function that describes a payment: its amount, time and status. */
export function useDescribePayment(): (payment: RecentPayment) => string {
  const t = useTranslations('recentPayments');
  const locale = useLocale();
  return ({ amount, at, status, unpaid }) =>
    t(unpaid === null ? statusMessages[status] : unpaidMessages[unpaid], {
      amount: formatRinggit(amount),
      time: formatMoment(at, locale),
    });
}

interface RecentPaymentsProps {
  readonly payments: readonly RecentPayment[];
  /** The amount still owed after them, if the page shows a balance. */
  readonly outstanding?: Sen;
  /** The payer's own: one of them, or one that the balance has; null: none is known. */
  readonly ownPayment?: OwnPayment | null;
}

/**
 * The payments of an account that its balance does not include yet, the attempts that nobody has paid, and the amount still owed; where there are none,
 * the payer's own that the balance has. Design, section 6.
 */
export function RecentPayments({ payments, outstanding, ownPayment = null }: RecentPaymentsProps) {
  const t = useTranslations('recentPayments');
  const describe = useDescribePayment();
  const locale = useLocale();
  const ownLink = (variant: 'primary' | 'secondary') =>
    ownPayment === null ? null : (
      <p className="mt-3">
        <LinkButton href={ownPayment.path} variant={variant} testId="own-payment">
          {t('ownPayment')}
        </LinkButton>
      </p>
    );
  if (payments.length === 0) {
    if (ownPayment === null || ownPayment.receivedAt === null) return null;
    const received = { amount: formatRinggit(ownPayment.amount), time: formatMoment(ownPayment.receivedAt, locale) };
    return (
      <Notice tone="success" title={t('ownReceived', received)}>
        {ownLink('secondary')}
      </Notice>
    );
  }
  const { tone, title, outstanding: outstandingLabel, advice } = selectNotice(payments, outstanding ?? 0);
  return (
    <Notice tone={tone} title={t(title)}>
      <ul className="mt-1 grid gap-1">
        {payments.map((payment, index) => (
          <li key={index} data-testid="recent-payment" data-status={payment.status}>
            {payment.accountEnding ? (
              <>
                <AccountEnding ending={payment.accountEnding} />{' '}
              </>
            ) : null}
            {describe(payment)}
          </li>
        ))}
      </ul>
      {outstanding === undefined ? null : (
        <p className="mt-2">
          {t(outstandingLabel)}{' '}
          <strong data-testid="outstanding" className="whitespace-nowrap">
            {formatRinggit(outstanding)}
          </strong>
        </p>
      )}
      <p className="mt-2">{t(advice)}</p>
      {ownLink(outstanding === 0 ? 'primary' : 'secondary')}
    </Notice>
  );
}
