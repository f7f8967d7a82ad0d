import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { UnavailablePage } from '@/app/unavailable-page';
import { emptyFormState } from '@/components/forms/form-state';
import { CompanyForm } from '@/components/receipt/company-form';
import { PrintFooter } from '@/components/receipt/print-footer';
import { ReceiptLinkError } from '@/components/receipt/receipt-link-error';
import { CompanySavedNotice } from '@/components/layout/company-saved-notice';
import { ReceiptScreen } from '@/components/receipt/receipt-screen';
import { PrintButton } from '@/components/result/actions/print-button';
import { Disclosure } from '@/components/ui/disclosure';
import { asksForCompany } from '@/lib/domain/receipt/receipt';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { actions, receiptPdfPath, resultPath } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { loadReceipt, writePdfDocument, writeReceiptPage } from '@/lib/server/receipt/load-receipt';
import { parseResultReference } from '@/lib/server/receipt/result-reference';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { readLinkRetryAfter, readNonce } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

const companyMessages = [...formMessages, 'receipt.companyLabel', 'receipt.companySave'] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('receipt'))('title') };
}

/** The official receipt that a link opens. Opening it changes nothing. */
export default async function ReceiptPage({ searchParams }: PageProps) {
  const retryAfter = await readLinkRetryAfter();
  if (retryAfter !== null) return <ReceiptLinkError reason="tooMany" minutes={Math.ceil(retryAfter / 60)} />;
  const query = await searchParams;
  const token = parseLinkToken(query['token']);
  if (token === undefined) return <ReceiptLinkError reason="invalid" />;
  const [loaded, form, t] = await Promise.all([loadReceipt(token), readFlash('receipt'), getTranslations('receipt')]);
  if (!loaded.ok) {
    if (loaded.error === 'unknown') return <ReceiptLinkError reason="invalid" />;
    if (loaded.error === 'expired') return <ReceiptLinkError reason="expired" />;
    return <UnavailablePage error={loaded.error} />;
  }
  const { receipt, linkValidUntil, isPayersLink } = loaded.value;
  const from = parseResultReference(query);
  const [document, pdf, locale, nonce] = await Promise.all([
    writeReceiptPage(receipt),
    writePdfDocument(loaded.value),
    getLocale(),
    readNonce(),
  ]);
  const isAsked = form !== null || asksForCompany(receipt);
  const companyForm = isPayersLink ? (
    <ClientMessages paths={companyMessages}>
      <CompanyForm
        action={actions.nameReceiptCompany}
        hiddenFields={from === null ? { token } : { token, result: from.route, refid: from.refid }}
        name="receipt"
        hints={[t('companyHint'), t('companyHintRemove')]}
        companyName={receipt.companyName}
        form={form ?? emptyFormState}
        idempotencyKey={makeIdempotencyKey()}
        isMain={isAsked}
      />
    </ClientMessages>
  ) : null;
  return (
    <ReceiptScreen
      receipt={document}
      pdf={pdf && { href: receiptPdfPath(token), isInEnglish: pdf.language !== locale }}
      notice={
        query['company'] === 'saved' && isPayersLink ? <CompanySavedNotice companyName={receipt.companyName} /> : null
      }
      printButton={<PrintButton label={t('print')} />}
      printFooter={<PrintFooter footer={document.pageFooter} nonce={nonce} />}
      asksForCompany={isAsked}
      companyForm={
        companyForm === null || isAsked ? (
          companyForm
        ) : (
          // Closed again once a name is saved or removed.
          <Disclosure
            key={receipt.companyName}
            summary={t(receipt.companyName === null ? 'companyAdd' : 'companyChange')}
          >
            {companyForm}
          </Disclosure>
        )
      }
      linkValidUntil={linkValidUntil}
      resultHref={from && resultPath(from.route, from.refid, 'receipt')}
    />
  );
}
