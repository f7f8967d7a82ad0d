import { useLocale, useTranslations } from 'next-intl';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Disclosure } from '@/components/ui/disclosure';
import { joinClasses } from '@/components/ui/join-classes';
import { Panel } from '@/components/ui/panel';
import { toMalaysiaDay, toMilliseconds } from '@/lib/domain/malaysia-time';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { formatMoment, formatTimeOfDay } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { extensionMs } from '@/lib/domain/payment/time-extension';
import { AccountEnding, MaskedName } from '@/components/layout/masked-data';
import { listAccountRows } from '../account-rows';
import { BackToPartner } from './back-to-partner';
import { ChangeAmount } from './change-amount';
import { PaymentDeadline } from './payment-deadline';

type Order = Pick<
  PaymentPage,
  | 'refid'
  | 'partnerKey'
  | 'productName'
  | 'accountEnding'
  | 'accounts'
  | 'lines'
  | 'itemTotal'
  | 'charges'
  | 'total'
  | 'deadline'
  | 'extensionsLeft'
  | 'serverTime'
>;

/** More than these are folded on a phone, where the methods are to be in the first view. */
const maximumOnPhone = { lines: 2, accounts: 3 };

function listLines({ accounts, lines, charges, itemTotal, total: sum }: Order, subtotal: string): DescriptionRow[] {
  // A single line repeats the product name and may contain an account number. Those of several accounts are their rows.
  const visibleLines = accounts.length === 0 && (lines.length > 1 || charges.length > 0) ? lines : [];
  const total = itemTotal !== sum && lines.length > 1 ? [{ name: subtotal, amount: itemTotal }] : [];
  return [...visibleLines, ...total, ...charges].map(({ name, amount }) => ({
    term: name,
    value: formatRinggit(amount),
  }));
}

/** Without the date when the deadline is today. */
function formatDeadline(deadline: string, serverTime: string, locale: Locale): string {
  const isToday = toMalaysiaDay(deadline) === toMalaysiaDay(serverTime);
  return isToday ? formatTimeOfDay(deadline, locale) : formatMoment(deadline, locale);
}

/** The deadline as it is, and after each time that the payer asks for more time. `isLast`: it cannot be extended. */
function listDeadlines({ deadline, extensionsLeft }: Order) {
  return Array.from({ length: extensionsLeft + 1 }, (_, extensions) => ({
    time: new Date(toMilliseconds(deadline) + extensions * extensionMs).toISOString(),
    isLast: extensions === extensionsLeft,
  }));
}

interface OrderSummaryProps {
  readonly page: Order;
  /** The masked name of the account's holder; null for a visit that was not shown the bill. */
  readonly accountName?: string | null;
  /** This visit can pay another amount of the bill. */
  readonly canChangeAmount?: boolean;
  /** The name of who is paid; null where it is not configured, or the page has its logo. */
  readonly payee?: string | null;
  /** The partner to whom cancelling the payment leads back; null: to none. */
  readonly backTo?: string | null;
}

/** The product, the account, the lines, the total, the deadline, and what happens when it passes (WCAG 2.2, 2.2.6). */
export function OrderSummary({
  page,
  accountName = null,
  canChangeAmount = false,
  payee = null,
  backTo = null,
}: OrderSummaryProps) {
  const t = useTranslations('payment');
  const waiting = useTranslations('waiting');
  const locale = useLocale();
  const rows = [...listAccountRows(page, t('account')), ...listLines(page, t('itemTotal'))];
  const kind = page.accounts.length > 0 ? 'accounts' : 'lines';
  // As the product's name counts them: a charge is not an item.
  const count = page[kind].length;
  const isFolded = count + (kind === 'lines' ? page.charges.length : 0) > maximumOnPhone[kind];
  return (
    <Panel>
      <h2 className="text-ink-soft text-base font-normal max-md:sr-only">{t('productName')}</h2>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p data-testid="product-name" className="text-xl font-bold">
          {page.productName}
        </p>
        {canChangeAmount ? <ChangeAmount refid={page.refid} /> : null}
        {backTo === null ? null : <BackToPartner partner={backTo} />}
      </div>
      {payee === null ? null : (
        <p className="text-ink-soft">
          {waiting('paidTo')}{' '}
          <span data-testid="paid-to" className="text-ink font-medium">
            {payee}
          </span>
        </p>
      )}
      {page.accountEnding === null ? null : (
        <p className="figures font-medium">
          <span className="sr-only">{t('account')} </span>
          <span data-testid="account-ending">
            <AccountEnding ending={page.accountEnding} />
          </span>
          {accountName === null ? null : (
            <span className="text-ink-soft ml-2 font-normal">
              <MaskedName name={accountName} />
            </span>
          )}
        </p>
      )}
      {isFolded ? (
        <div className="order-lines border-line border-b md:mt-4">
          <Disclosure summary={t(kind, { count })}>
            <DescriptionList rows={rows} compact />
          </Disclosure>
        </div>
      ) : null}
      <div className={joinClasses('mb-3', isFolded ? 'mt-3' : 'mt-4')}>
        <DescriptionList
          compact={rows.length > 0}
          rows={[
            ...(isFolded ? [] : rows),
            { term: t('total'), value: formatRinggit(page.total), testId: 'total-amount', strong: true },
          ]}
        />
      </div>
      <PaymentDeadline
        refid={page.refid}
        texts={listDeadlines(page).map(({ time, isLast }) =>
          t(isLast ? 'payBeforeLast' : 'payBefore', { time: formatDeadline(time, page.serverTime, locale) }),
        )}
      />
    </Panel>
  );
}
