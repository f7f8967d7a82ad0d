import { useLocale, useTranslations } from 'next-intl';
import { AccountNumber } from '@/components/layout/masked-data';
import { CopyButton } from '@/components/ui/copy-button';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { formatRinggit } from '@/lib/domain/money';
import { formatMoment, formatDay, formatTimeOfDay } from '@/lib/domain/format-time';
import { outcomeMessages } from './message/outcome-messages';

/** A long reference: it may break anywhere and is selected with one click. */
function Reference({ text, name, testId }: { readonly text: string; readonly name: string; readonly testId?: string }) {
  const t = useTranslations('result');
  return (
    <span className="flex items-center justify-between gap-x-2">
      <span data-testid={testId} className="min-w-0 font-mono text-sm wrap-anywhere select-all">
        {text}
      </span>
      <CopyButton
        look="inline"
        text={text}
        label={t('copy')}
        fullLabel={t('copyLabel', { name })}
        doneLabel={t('copied')}
        refusedLabel={t('notCopied')}
      />
    </span>
  );
}

/** More than these are folded. */
const maximumLines = 5;

/** What a partner's order has several of, with its sum; nothing for one, which the product names. */
function OrderLines({ result: { amount, charges, lines } }: Pick<ResultDetailsProps, 'result'>) {
  const payment = useTranslations('payment');
  const receipt = useTranslations('receipt');
  const priced = [...lines, ...charges];
  if (priced.length < 2) return null;
  const rows = priced.map(({ name, amount: price }, index) => ({
    ...{ term: name, value: formatRinggit(price), testId: `result-item-${index + 1}` },
  }));
  const total = { term: receipt('total'), value: formatRinggit(amount), isSum: true, testId: 'result-items-total' };
  const list = <DescriptionList rows={[...rows, total]} compact />;
  return (
    <div className="border-line prints-open mt-2.5 border-t pt-2.5">
      {priced.length > maximumLines ? (
        <Disclosure summary={payment('lines', { count: lines.length })}>{list}</Disclosure>
      ) : (
        <>
          <h3 className="mb-1 text-base">{receipt('items')}</h3>
          {list}
        </>
      )}
    </div>
  );
}

interface ResultDetailsProps {
  readonly result: PaymentResult;
  /** The payer has asked for auto debit with the payment, and has yet to confirm it. */
  readonly isAutoDebitRequested: boolean;
  /** Who is paid bills; null: it is not configured. An approver is told the site's name then. */
  readonly biller: string | null;
}

/** Returns the message that says whether the account is on auto debit; null where that is not to be said. Auto debit needs an account. */
function autoDebitMessage({ result, isAutoDebitRequested }: Omit<ResultDetailsProps, 'biller'>) {
  if (result.outcome !== 'successful') return null;
  if (result.isAutoDebit) return 'autoDebitOn';
  if (isAutoDebitRequested) return 'autoDebitRequested';
  return result.accountNumber === null ? null : 'autoDebitOff';
}

/**
 * The known facts of the payment; unknown ones are left out. The payment ID is in view, and all references while an approver needs them to find it; else the others
 * are under 'References', where the status is repeated beside them. The banner above has status and amount. Specification, section 3, Payment result.
 */
export function ResultDetails({ result, isAutoDebitRequested, biller }: ResultDetailsProps) {
  const t = useTranslations('result');
  const methods = useTranslations('methods');
  const receipt = useTranslations('receipt');
  const brands = useTranslations('cardBrands');
  const waiting = useTranslations('waiting');
  const approval = useTranslations('approvalMessage');
  const layout = useTranslations('layout');
  const locale = useLocale();
  const autoDebit = autoDebitMessage({ result, isAutoDebitRequested });

  const row = (term: string, value: DescriptionRow['value'] | null, testId?: string): DescriptionRow[] =>
    value === null ? [] : [{ term, value, testId }];
  const reference = (term: string, text: string | null, testId?: string): DescriptionRow[] =>
    row(term, text && <Reference text={text} name={term} testId={testId} />);
  const transactionId = reference(t('transactionId'), result.transactionId);
  const bankReference = reference(t('bankReference'), result.bankReference);
  const started = [
    ...row(t('transactionDate'), result.startedAt && formatDay(result.startedAt, locale)),
    ...row(t('transactionTime'), result.startedAt && formatTimeOfDay(result.startedAt, locale)),
  ];
  // By them the company's approver finds the payment at the bank.
  const isWithApprover = result.outcome === 'pending-approval';
  const { length: count } = result.accounts;
  const product =
    result.productName !== null && count > 0
      ? receipt('productOfAccounts', { product: result.productName, count })
      : result.productName;
  const sayPaidTo = () => {
    if (result.paidTo !== null && isWithApprover)
      return approval('payee', { payee: result.paidTo, site: layout('siteName') });
    if (result.paidTo !== null) return result.paidTo;
    if (isWithApprover) return biller ?? layout('siteName');
    return result.accountNumber === null && count === 0 ? null : biller;
  };
  const rows: DescriptionRow[] = [
    ...(isWithApprover ? [...transactionId, ...bankReference, ...started] : []),
    ...row(waiting('paidTo'), sayPaidTo(), 'paid-to'),
    ...row(t('product'), product),
    ...reference(t('orderNumber'), result.orderNumber, 'order-number'),
    ...row(
      t('accountNumber'),
      result.accountNumber && <AccountNumber accountNumber={maskAccountNumber(result.accountNumber)} />,
    ),
    ...row(t('paymentMethod'), result.method && methods(result.method), 'payment-method'),
    ...row(
      receipt('card'),
      result.card && receipt('cardEnding', { brand: brands(result.card.brand), lastFour: result.card.lastFour }),
      'payment-card',
    ),
    ...row(receipt('companyName'), result.receiptCompany?.companyName ?? null, 'company-name'),
    ...row(t('bank'), result.bankName),
    ...row(t('paymentDateTime'), result.confirmedAt && formatMoment(result.confirmedAt, locale)),
    ...row(t('instalments'), result.instalmentMonths && String(result.instalmentMonths)),
    ...row(t('autoDebit'), autoDebit && t(autoDebit)),
    ...reference(t('paymentId'), result.paymentId, 'payment-id'),
  ];
  const details = isWithApprover ? [] : [...bankReference, ...transactionId, ...started];
  return (
    <Panel title={t('detailsTitle')}>
      <DescriptionList rows={rows} />
      <OrderLines result={result} />
      {details.length === 0 ? null : (
        <div className="border-line prints-open mt-2.5 border-t">
          <Disclosure summary={t('moreDetails')}>
            <DescriptionList rows={[...row(t('paymentStatus'), t(outcomeMessages(result).title)), ...details]} />
          </Disclosure>
        </div>
      )}
    </Panel>
  );
}
