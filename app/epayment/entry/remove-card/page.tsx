import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LoadErrorPage } from '@/app/load-error-page';
import { RemoveCardScreen } from '@/components/payment/methods/saved-card/remove-card-screen';
import { paymentPath } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadPayablePayment, type SearchParams } from '@/lib/server/payment/load-payment';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('removeTitle') };
}

/** Asks for confirmation before a saved card is removed; a card that is already gone leads back to the payment page. */
export default async function RemoveCardPage({ searchParams }: PageProps) {
  const { refid, card: uniqueCardId } = await searchParams;
  const loaded = await loadPayablePayment({ refid });
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const page = loaded.value;
  const card = page.savedCards.find((saved) => saved.uniqueCardId === uniqueCardId);
  if (card === undefined) redirect(paymentPath(page.refid));
  return <RemoveCardScreen refid={page.refid} card={card} idempotencyKey={makeIdempotencyKey()} />;
}
