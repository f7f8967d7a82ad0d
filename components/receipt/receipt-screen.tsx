import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AccountNumber, MaskedName, TextWithAccounts } from '@/components/layout/masked-data';
import { joinClasses } from '@/components/ui/join-classes';
import { DescriptionList, type DescriptionRow } from '@/components/ui/description-list';
import { Money } from '@/components/ui/money';
import { LinkButton } from '@/components/ui/button';
import { formatDay } from '@/lib/domain/format-time';
import {
  splitAddresses,
  type ReceiptDocument,
  type ReceiptRow,
  type ReceiptSection,
} from '@/lib/domain/receipt/receipt-document';

interface ReceiptScreenProps {
  readonly receipt: ReceiptDocument;
  /** The PDF and its language; null: it cannot show some letter of the receipt. */
  readonly pdf: { readonly href: string; readonly isInEnglish: boolean } | null;
  /** What was done to the receipt; null: nothing. */
  readonly notice: ReactNode;
  readonly printButton: ReactNode;
  /** What is printed on each sheet. */
  readonly printFooter: ReactNode;
  /** The form for the name of the company, if the receipt can have one and the link is its payer's. */
  readonly companyForm: ReactNode;
  /** The receipt asks for the name: the form is above what prints it, else below the receipt. */
  readonly asksForCompany: boolean;
  /** Until when the link opens the receipt, ISO 8601. */
  readonly linkValidUntil: string;
  /** The result that has led to the receipt; null: it was opened from elsewhere. */
  readonly resultHref: string | null;
}

/** The value of a row, in which an account number or a name may be masked. A reference that is longer than the line breaks at a hyphen, else in equal parts. */
function Value({ name, value }: Pick<ReceiptRow, 'name' | 'value'>) {
  if (name === 'account-number') return <AccountNumber accountNumber={value} />;
  if (name === 'account-name') return <MaskedName name={value} />;
  if (value.includes(' ')) return value;
  return <span className={value.includes('-') ? 'wrap-anywhere' : 'break-all'}>{value}</span>;
}

/** The term of a row; an account with the masked name of its holder, below it on a phone. */
function Term({ term, accountName }: Pick<ReceiptRow, 'term' | 'accountName'>) {
  return (
    <>
      <AccountNumber accountNumber={term} />
      {accountName ? (
        <span className="text-ink-soft block sm:ml-2 sm:inline print:ml-2 print:inline">
          <MaskedName name={accountName} />
        </span>
      ) : null}
    </>
  );
}

function toDescription({ name, term, accountName, value, detail, isTotal = false }: ReceiptRow): DescriptionRow {
  return {
    term: <Term term={term} accountName={accountName} />,
    value: <Value name={name} value={value} />,
    testId: `receipt-${name}`,
    detail: detail && (
      <span className={detail.isStatus ? 'text-ink font-semibold' : undefined}>
        {detail.term}: <span data-testid={`receipt-${detail.name}`}>{detail.value}</span>
      </span>
    ),
    strong: isTotal,
    isSum: isTotal,
  };
}

function Rows({ rows }: { readonly rows: readonly ReceiptRow[] }) {
  return <DescriptionList rows={rows.map(toDescription)} />;
}

function Section({ title, rows }: ReceiptSection) {
  return (
    <section className="mt-6 print:mt-4">
      <h2 className="mb-2 break-after-avoid text-lg print:mb-1 print:text-base">{title}</h2>
      <Rows rows={rows} />
    </section>
  );
}

const contactClasses = 'wrap-anywhere underline underline-offset-4 print:no-underline';

/** A text whose phone numbers, with their country's code, are links. */
function TextWithPhones({ text }: { readonly text: string }) {
  return text.split(/(\+[1-9]\d{7,14})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={`tel:${part}`} className={contactClasses}>
        {part}
      </a>
    ),
  );
}

/** A note, in which whom to ask can be written or called. */
function Note({ text }: { readonly text: string }) {
  return (
    <p>
      {splitAddresses(text).map((part, index) =>
        index % 2 === 0 ? (
          <TextWithPhones key={index} text={part} />
        ) : (
          <a key={part} href={`mailto:${part}`} className={contactClasses}>
            {part}
          </a>
        ),
      )}
    </p>
  );
}

/** The official receipt of a payment: the same page on a screen and on paper. */
export function ReceiptScreen({
  receipt,
  pdf,
  notice,
  printButton,
  printFooter,
  companyForm,
  asksForCompany,
  linkValidUntil,
  resultHref,
}: ReceiptScreenProps) {
  const t = useTranslations('receipt');
  const locale = useLocale();
  const { amount, details, issuer, items, notes, rows, status, title } = receipt;
  const isLogoOnly = issuer.isLogo && issuer.lines.length === 0;
  return (
    <div className="md:@container">
      <div className="max-w-page @min-[46rem]:max-w-wide mx-auto grid w-full grid-cols-1 items-start gap-5 px-4 py-6 sm:px-6 md:py-8 @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:grid-rows-[auto_1fr] @min-[46rem]:gap-x-8 print:block print:max-w-none print:px-0 print:pt-1 print:pb-0">
        {printFooter}
        <div className="grid gap-3 @min-[46rem]:col-start-2 @min-[46rem]:row-start-1 print:hidden">
          {notice}
          {asksForCompany ? companyForm : null}
          {/* In one row where their words have room. */}
          <div className="flex flex-wrap gap-3 *:grow">
            {pdf === null ? (
              <p className="text-ink-soft text-sm">{t('pdfUnavailable')}</p>
            ) : (
              <LinkButton testId="receipt-pdf" href={pdf.href} variant={asksForCompany ? 'secondary' : 'primary'}>
                {t(pdf.isInEnglish ? 'downloadOther' : 'download')}
              </LinkButton>
            )}
            {printButton}
          </div>
        </div>
        <article
          data-testid="receipt"
          className="official-receipt sheet min-w-0 @min-[46rem]:row-span-2 @min-[46rem]:row-start-1 print:text-sm"
        >
          {/* On paper a letterhead: the legal name and address below the logo, with a line below them. */}
          <div className="print:border-line-strong print:border-b print:pb-3">
            {issuer.role === null ? null : <p className="text-ink-soft text-sm">{issuer.role}</p>}
            <p
              data-testid="receipt-issuer"
              className={issuer.isLogo ? 'sr-only' : 'text-lg font-semibold print:text-sm'}
            >
              {issuer.name}
            </p>
            {issuer.lines.map((line) => (
              <p key={line} className="text-ink-soft text-sm">
                {line}
              </p>
            ))}
          </div>
          <h1 className={joinClasses('text-2xl tracking-tight md:text-3xl', isLogoOnly ? 'print:mt-5' : 'mt-5')}>
            {title}
          </h1>
          <p className="mt-3">
            <span className="text-ink-soft block">{amount.term}</span>
            <Money amount={amount.value} size="hero" testId="receipt-amount" />
          </p>
          <div className="border-line-strong mt-2 mb-4 grid gap-1 border-b border-dashed pb-4">
            <p className="font-semibold">{status.title}</p>
            <p>
              <TextWithAccounts text={status.sentences.join(' ')} />
            </p>
          </div>
          <Rows rows={rows} />
          {items === null ? null : <Section {...items} />}
          <Section {...details} />
          <div className="text-ink-soft mt-6 grid break-inside-avoid gap-1 text-sm print:mt-4">
            {notes.map((note) => (
              <Note key={note} text={note} />
            ))}
          </div>
        </article>
        <div className="grid gap-3 print:hidden">
          {asksForCompany ? null : companyForm}
          <p className="text-ink-soft text-sm">
            {t(companyForm === null ? 'linkNote' : 'linkNoteOwn', { date: formatDay(linkValidUntil, locale) })}
            {companyForm === null || resultHref === null ? null : ` ${t('linkNoteShare')}`}
          </p>
          {resultHref === null ? null : (
            <LinkButton variant="quiet" testId="back-to-result" href={resultHref}>
              {t('backToResult')}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  );
}
