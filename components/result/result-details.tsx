import { useLocale, useTranslations } from 'next-intl';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Panel } from '@/components/ui/panel';
import { formatMoment, formatDay, formatTimeOfDay } from '@/lib/i18n/format-time';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment';
import { outcomeWords } from './outcome-words';

/** A reference can be long: it breaks where it must, and can be selected in one go. */
function Reference({ text }: { readonly text: string }) {
  return <span className="font-mono text-sm break-all select-all">{text}</span>;
}

/** Whoever holds the address of a result learns no more of the account than its end. */
function maskAccountNumber(accountNumber: string): string {
  return `••••••${accountNumber.slice(-4)}`;
}

/** What is known of the payment, each fact once and none that is not known. Specification, section 3, Payment result. */
export function ResultDetails({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const methods = useTranslations('methods');
  const locale = useLocale();

  const row = (term: string, value: DescriptionRow['value'] | null, testId?: string): DescriptionRow[] =>
    value === null ? [] : [{ term, value, testId }];
  const rows: DescriptionRow[] = [
    { term: t('amount'), value: formatRinggit(result.amount), testId: 'amount-paid', strong: true },
    ...row(t('paymentStatus'), t(`${outcomeWords[result.outcome]}.title`)),
    ...row(t('product'), result.productName),
    ...row(t('accountNumber'), result.accountNumber && maskAccountNumber(result.accountNumber)),
    ...row(t('paymentMethod'), result.method && methods(result.method), 'payment-method'),
    ...row(t('bank'), result.bankName),
    ...row(t('paymentDateTime'), result.confirmedAt && formatMoment(result.confirmedAt, locale)),
    ...row(t('transactionDate'), result.startedAt && formatDay(result.startedAt, locale)),
    ...row(t('transactionTime'), result.startedAt && formatTimeOfDay(result.startedAt, locale)),
    ...row(t('paymentId'), <Reference text={result.paymentId} />, 'payment-id'),
    ...row(t('bankReference'), result.bankReference && <Reference text={result.bankReference} />),
    ...row(t('transactionId'), result.transactionId && <Reference text={result.transactionId} />),
    ...row(t('instalments'), result.instalmentMonths && t('instalmentsValue', { months: result.instalmentMonths })),
    ...row(
      t('autoDebit'),
      result.outcome === 'successful' ? t(result.isAutoDebit ? 'autoDebitOn' : 'autoDebitOff') : null,
    ),
  ];
  return (
    <Panel title={t('detailsTitle')}>
      <DescriptionList rows={rows} />
    </Panel>
  );
}
