import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UnavailablePage } from '@/app/unavailable-page';
import { ContinuationError, ContinuationScreen } from '@/components/payment/continuation/continuation-screen';
import { sen } from '@/lib/domain/money';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readFlash } from '@/lib/server/forms/flash';
import { loadContinuation } from '@/lib/server/payment/continuation';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { readRequestId } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('continuation'))('phoneTitle') };
}

/** Where the QR code of a payment leads. Opening it changes nothing, since apps load a link to show a preview: the button opens the payment. */
export default async function ContinuationPage({ searchParams }: PageProps) {
  const token = parseLinkToken((await searchParams)['token']);
  if (token === undefined) return <ContinuationError reason="invalid" />;
  const [loaded, form] = await Promise.all([loadContinuation(token, await readRequestId()), readFlash('continuation')]);
  if (!loaded.ok) return <UnavailablePage error={loaded.error} />;
  const link = loaded.value;
  if (link === null) return <ContinuationError reason="invalid" />;
  if (link.status !== 'open') return <ContinuationError reason={link.status} />;
  return (
    <ContinuationScreen
      token={token}
      idempotencyKey={makeIdempotencyKey()}
      productName={link.productname}
      total={sen(link.totalAmount)}
      validUntil={link.validUntil}
      formError={form?.formError ?? null}
    />
  );
}
