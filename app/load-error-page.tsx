import { PaymentNotFound } from '@/components/result/payment-not-found';
import type { LoadError } from '@/lib/server/payment/load-payment';
import { readKioskVisit } from '@/lib/server/visit/visit-headers';
import { UnavailablePage } from './unavailable-page';

/** Renders the page of a payment that could not be loaded. */
export async function LoadErrorPage({ error }: { readonly error: LoadError }) {
  return error === 'not-found' ? (
    <PaymentNotFound isKiosk={await readKioskVisit()} />
  ) : (
    <UnavailablePage error={error} />
  );
}
