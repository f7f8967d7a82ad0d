import { useLocale, useTranslations } from 'next-intl';
import { AccountNumber, MaskedName } from '@/components/layout/masked-data';
import { Badge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { Notice, type NoticeTone } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { Bill } from '@/lib/domain/bill/bill';
import { getBillMessage, type BillMessageKind } from '@/lib/domain/bill/bill-message';
import { formatRinggit, subtractSen, zeroSen } from '@/lib/domain/money';
import { formatDay } from '@/lib/domain/format-time';

const noticeTones = {
  overdue: 'danger',
  overdueBeforeDueDate: 'warning',
  active: 'info',
  noneOutstanding: 'success',
  closed: 'neutral',
} as const satisfies Record<BillMessageKind, NoticeTone>;

const statusTones = { active: 'success', suspended: 'danger', closed: 'neutral' } as const;

/** The balance; a credit in words first, since nothing is to be paid. */
function CurrentBalance({
  bill: { currentBalance, isNew },
}: {
  readonly bill: Pick<Bill, 'currentBalance' | 'isNew'>;
}) {
  const t = useTranslations('bill');
  const isCredit = currentBalance < 0;
  return (
    <div className="border-line-strong border-t border-dashed pt-3">
      {isCredit ? (
        <p className="text-3xl font-bold tracking-tight">
          {t('inCredit', { amount: formatRinggit(subtractSen(zeroSen, currentBalance)) })}
        </p>
      ) : null}
      <p className={isCredit ? 'mt-2 flex flex-wrap items-baseline gap-x-2' : undefined}>
        <span className="text-ink-soft flex flex-wrap items-center gap-x-2">
          {t('currentBalance')}
          {isNew ? (
            <Badge tone="accent" testId="bill-new">
              {t('new')}
            </Badge>
          ) : null}
        </span>
        <Money amount={formatRinggit(currentBalance)} size={isCredit ? 'base' : 'hero'} testId="current-balance" />
      </p>
    </div>
  );
}

/** The state of the account, and what of its balance is overdue. */
function AccountState({
  bill: { accountStatus, overdueBalance },
}: {
  readonly bill: Pick<Bill, 'accountStatus' | 'overdueBalance'>;
}) {
  const t = useTranslations();
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
      <div>
        <dt className="sr-only">{t('bill.accountStatus')}</dt>
        <dd>
          <Badge tone={statusTones[accountStatus]} testId="account-status">
            {t(`accountStatus.${accountStatus}`)}
          </Badge>
        </dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-ink-soft">{t('bill.overdueBalance')}</dt>
        <dd data-testid="overdue-balance" className="figures font-semibold">
          {formatRinggit(overdueBalance)}
        </dd>
      </div>
    </dl>
  );
}

interface BillSummaryProps {
  readonly bill: Bill;
  /** It is the bill of somebody else: what is said to the holder of the account is left out. */
  readonly isShared: boolean;
  /** How long the bill can be paid as it is shown; null for one that is not paid here. */
  readonly validMinutes: number | null;
}

/** What is to be paid: the account and its state, its balance and the due date, and how long the page lasts (WCAG 2.2, 2.2.6). */
export function BillSummary({ bill, isShared, validMinutes }: BillSummaryProps) {
  const t = useTranslations();
  const locale = useLocale();
  const { kind } = getBillMessage(bill, bill.readAt);
  // Recent payments cover the balance: nobody is asked to pay it.
  const isCovered = bill.outstanding === 0 && (kind === 'active' || kind === 'overdueBeforeDueDate');
  // Noon, so that the date is the same in every time zone.
  const dueDate = bill.dueDate === null ? t('bill.noDueDate') : formatDay(`${bill.dueDate}T12:00:00+08:00`, locale);
  return (
    <Panel>
      <div className="grid gap-3 md:gap-5">
        <div className="grid gap-1">
          <dl className="flex flex-wrap justify-between gap-x-6">
            <div>
              <dt className="sr-only">{t('bill.accountNumber')}</dt>
              <dd data-testid="account-number" className="figures font-semibold">
                <AccountNumber accountNumber={bill.accountNumber} />
              </dd>
            </div>
            <div>
              <dt className="sr-only">{t('bill.accountName')}</dt>
              <dd className="text-ink-soft">
                <MaskedName name={bill.accountName} />
              </dd>
            </div>
          </dl>
          {isShared ? null : <AccountState bill={bill} />}
        </div>
        <CurrentBalance bill={bill} />
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-soft">{t('bill.dueDate')}</span>
          <span data-testid="due-date" className="text-lg font-semibold">
            {dueDate}
          </span>
        </p>
        {(isShared && kind !== 'closed') || isCovered ? null : (
          <Notice tone={noticeTones[kind]}>
            <p data-testid="bill-message">{kind === 'closed' ? t('bill.closedTitle') : t(`billMessages.${kind}`)}</p>
          </Notice>
        )}
        {validMinutes === null ? null : (
          <p className="text-ink-soft text-sm">{t('bill.timeNote', { minutes: validMinutes })}</p>
        )}
      </div>
    </Panel>
  );
}
