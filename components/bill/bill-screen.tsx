import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { PayAgainField } from '@/components/layout/pay-again-field';
import { RecentPayments } from '@/components/layout/recent-payments';
import { hasCountedPayment } from '@/lib/domain/bill/recent-payments';
import type { FormState } from '@/components/forms/form-state';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { Bill } from '@/lib/domain/bill/bill';
import type { OwnPayment } from '@/lib/domain/bill/own-payment';
import { isDueInFuture } from '@/lib/domain/bill/bill-reminder';
import { shownBillMinutes } from '@/lib/domain/bill/shown-bill';
import type { ChosenAccount } from '@/lib/domain/bill/several-accounts';
import type { CommonConfig } from '@/lib/domain/common-config';
import { getDefaultAmount, getDefaultPayOption, getPayOptions } from '@/lib/domain/bill/pay-choice';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { routes } from '@/lib/routes';
import { BillStoreProvider } from '@/lib/stores/bill-store-provider';
import { AskSomebody, type BillSharing } from './ask-somebody';
import { AutoDebitBanner } from './auto-debit-banner';
import { BillBarcode } from './bill-barcode';
import { BillSummary } from './bill-details';
import { BillReminder } from './bill-reminder';
import { PayForm } from './pay-form';
import { toPayFormBill } from './pay-form-bill';

interface BillScreenProps {
  readonly bill: Bill;
  /** The payment by which this visit pays the bill, or has paid it. */
  readonly ownPayment?: OwnPayment | null;
  readonly config: CommonConfig;
  readonly form: FormState;
  readonly billToken: string;
  readonly idempotencyKey: string;
  /** The name of the biller; null: it is not configured. */
  readonly biller: string | null;
  readonly linkRefid?: string;
  /** The token of the link to the bill of somebody else, whose account number `bill` then masks. */
  readonly shareToken?: string;
  /** What asks somebody else to pay the bill; null where that is not offered. */
  readonly sharing?: BillSharing | null;
  /** The site's URL, for calendar entries. */
  readonly siteUrl: string;
  /** The accounts that this visit has put together for one payment, which this bill is for; absent: it is paid by itself. */
  readonly list?: ListOfAccounts;
}

/** A list of accounts to pay, and the token that stands for it. */
interface ListOfAccounts {
  readonly accounts: readonly Pick<ChosenAccount, 'accountNumber'>[];
  readonly accountsToken: string;
}

/**
 * The bill view: the bill and, unless the account is closed, the form that pays it; the barcode to pay at a counter only where something is due.
 * Somebody who was asked to pay the bill sees what that takes, and nothing with the account number: no barcode.
 */
export function BillScreen({
  bill,
  biller,
  ownPayment,
  config,
  siteUrl,
  sharing = null,
  list,
  ...rest
}: BillScreenProps) {
  const t = useTranslations('bill');
  const sharingText = useTranslations('sharing');
  const typed = rest.form.values['payOption'] ?? '';
  const chosenOption = getPayOptions(bill).find((option) => option === typed) ?? getDefaultPayOption(bill);
  const amount = rest.form.values['amount'] ?? getDefaultAmount(bill);
  const isPayable = bill.accountStatus !== 'closed' && bill.currentBalance > 0;
  const isShared = rest.shareToken !== undefined;
  const isPaidHere = bill.accountStatus !== 'closed' && (isPayable || !isShared);
  const isPaidByItself = list === undefined;
  const offersOthers = bill.accountsPerPayment > 1 && rest.linkRefid === undefined && !isShared && isPaidByItself;
  return (
    <PageShell
      title={isShared ? sharingText('openedTitle') : t('title')}
      lead={biller ?? undefined}
      notice={<RecentPayments payments={bill.recentPayments} outstanding={bill.outstanding} ownPayment={ownPayment} />}
      aside={<BillSummary bill={bill} isShared={isShared} validMinutes={isPaidHere ? shownBillMinutes : null} />}
    >
      {isShared && bill.accountStatus !== 'closed' ? (
        <Notice tone="info" testId="shared-bill-notice">
          <p>{sharingText(isPayable ? 'openedText' : 'nothingDue')}</p>
        </Notice>
      ) : null}
      {list === undefined || bill.accountStatus === 'closed' ? null : (
        <ListNotice list={list} accountNumber={bill.accountNumber} />
      )}
      {bill.accountStatus === 'closed' ? (
        <Notice tone="warning">
          <p>{t('closedText')}</p>
        </Notice>
      ) : isPaidHere ? (
        <ClientMessages paths={['bill', 'validation', 'layout.errorOf', 'layout.didYouMean', ...formMessages]}>
          <BillStoreProvider initial={{ payOption: chosenOption, amount }}>
            <PayForm
              bill={toPayFormBill(bill, config)}
              amount={amount}
              payAgain={
                hasCountedPayment(bill.recentPayments) ? <PayAgainField payments={bill.recentPayments} /> : null
              }
              offersOthers={offersOthers}
              {...(list !== undefined && {
                list: { accountsToken: list.accountsToken, isListed: isListed(list, bill.accountNumber) },
              })}
              {...rest}
            />
          </BillStoreProvider>
        </ClientMessages>
      ) : null}
      {isPayable && !isShared && isPaidByItself ? (
        <Panel>
          <BillBarcode text={bill.barcode} label={t('barcode')} hint={t('barcodeHint')} />
        </Panel>
      ) : null}
      {isPayable && isDueInFuture(bill.dueDate, bill.readAt) && isPaidByItself ? (
        <BillReminder dueDate={bill.dueDate} siteUrl={siteUrl} />
      ) : null}
      {isPayable && bill.outstanding > 0 && sharing !== null && isPaidByItself ? (
        <AskSomebody bill={bill} sharing={sharing} biller={biller} />
      ) : null}
      {bill.reminderDaysBefore === null || rest.linkRefid !== undefined || isShared || !isPaidByItself ? null : (
        <p>
          <LinkButton href={routes.askReminder} variant="secondary" full testId="ask-reminder">
            {t('emailReminder')}
          </LinkButton>
        </p>
      )}
      {config.autoDebitBanner && !isShared && isPaidByItself ? <AutoDebitBanner href={config.autoDebitBanner} /> : null}
      <p className="text-center">
        {isPaidByItself ? (
          <LinkButton href={routes.home} variant="quiet">
            {t('anotherAccount')}
          </LinkButton>
        ) : (
          <LinkButton href={routes.accounts} variant="quiet" testId="back-to-accounts">
            {t('backToAccounts')}
          </LinkButton>
        )}
      </p>
    </PageShell>
  );
}

function isListed({ accounts }: ListOfAccounts, accountNumber: string): boolean {
  return accounts.some((account) => account.accountNumber === accountNumber);
}

/** Says that the bill is put on a list, or changed there. */
function ListNotice({ list, accountNumber }: { readonly list: ListOfAccounts; readonly accountNumber: string }) {
  const t = useTranslations('accounts');
  const others = list.accounts.length - (isListed(list, accountNumber) ? 1 : 0);
  return (
    <Notice tone="info" testId="account-list-notice">
      <p>{isListed(list, accountNumber) ? t('changing') : t('adding', { count: others })}</p>
    </Notice>
  );
}
