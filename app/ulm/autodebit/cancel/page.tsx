import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UnavailablePage } from '@/app/unavailable-page';
import { CancelAutoDebitScreen } from '@/components/auto-debit/cancel-auto-debit-screen';
import { CancelLinkError } from '@/components/auto-debit/cancel-link-error';
import { emptyFormState } from '@/components/forms/form-state';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAutoDebitRegistration } from '@/lib/server/backend/loaders';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('autoDebitCancellation'))('metaTitle') };
}

/** Asks whether auto debit is to be cancelled, or says that it is: the link in the confirmation. Opening it changes nothing. */
export default async function CancelAutoDebitPage({ searchParams }: PageProps) {
  const token = parseLinkToken((await searchParams)['token']);
  if (token === undefined) return <CancelLinkError />;
  const [loaded, form] = await Promise.all([loadAutoDebitRegistration(token), readFlash('auto-debit')]);
  if (!loaded.ok) {
    const { error } = loaded;
    if (error.kind === 'problem' && error.code === 'unknown-mandate') return <CancelLinkError />;
    return <UnavailablePage error={error} />;
  }
  return (
    <ClientMessages paths={formMessages}>
      <CancelAutoDebitScreen
        registration={loaded.value}
        token={token}
        form={form ?? emptyFormState}
        idempotencyKey={makeIdempotencyKey()}
      />
    </ClientMessages>
  );
}
