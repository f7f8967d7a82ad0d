import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { emptyFormState } from '@/components/forms/form-state';
import { PageShell } from '@/components/layout/page-shell';
import { CompanyForm } from '@/components/receipt/company-form';
import { LinkButton } from '@/components/ui/button';
import { defaultResultRoute } from '@/lib/domain/payment/outcomes';
import { parseRefid } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { actions, resultPath, routes } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadPaymentResult } from '@/lib/server/backend/loaders';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('receipt'))('companyTitle') };
}

/** Names the company that pays while its payment waits for approval. Redirects where that cannot be done, to the payment's result. */
export default async function NamePayingCompanyPage({ searchParams }: PageProps) {
  const refid = parseRefid((await searchParams)['refid']);
  if (refid === undefined) redirect(routes.home);
  const [result, form, t] = await Promise.all([
    loadPaymentResult(defaultResultRoute, refid),
    readFlash('company'),
    getTranslations('receipt'),
  ]);
  const company = result.ok && result.value.outcome === 'pending-approval' ? result.value.receiptCompany : null;
  if (company === null) redirect(resultPath(defaultResultRoute, refid));
  return (
    <PageShell title={t('companyTitle')} lead={t('companyText')}>
      <ClientMessages paths={[...formMessages, 'receipt.companyLabel', 'receipt.companySave']}>
        <CompanyForm
          action={actions.namePayingCompany}
          hiddenFields={{ refid }}
          name="company"
          hints={[t('companyHintBefore'), t('companyHintRemove')]}
          companyName={company.companyName}
          form={form ?? emptyFormState}
          idempotencyKey={makeIdempotencyKey()}
          isMain
        />
      </ClientMessages>
      <LinkButton variant="quiet" testId="back-to-result" href={resultPath(defaultResultRoute, refid, 'company')}>
        {t('backToResult')}
      </LinkButton>
    </PageShell>
  );
}
