import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { FaultPage } from '@/app/fault-page';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { getResultUrl } from '@/lib/server/payment/result-url';
import { RemoveCardScreen } from '@/components/payment/methods/saved-card/remove-card-screen';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { paymentPath } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadPaymentPage } from '@/lib/server/backend/loaders';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('removeTitle') };
}

/** Asks whether one saved card is to be removed; a card that is not there any more leads back to the others. */
export default async function RemoveCardPage({ searchParams }: PageProps) {
  const address = await searchParams;
  const reference = readPaymentReference({ refid: address['refid'] });
  if (reference === null) return <PaymentNotFound />;
  const loaded = await loadPaymentPage(reference);
  if (!loaded.ok) {
    const isUnknown = loaded.error.kind === 'problem' && loaded.error.code === 'unknown-payment';
    return isUnknown ? <PaymentNotFound /> : <FaultPage />;
  }
  const page = loaded.value;
  const card = page.savedCards.find(({ uniqueCardId }) => uniqueCardId === address['card']);
  const wayPast = getResultUrl(page);
  if (wayPast !== null || card === undefined) redirect(wayPast ?? paymentPath(page.refid));
  return <RemoveCardScreen refid={page.refid} card={card} idempotencyKey={makeIdempotencyKey()} />;
}
