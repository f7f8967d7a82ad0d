import { PaymentNotFound } from '@/components/result/payment-not-found';
import type { LoadError } from '@/lib/server/payment/load-payment';
import { UnavailablePage } from './unavailable-page';

/** Renders the page of a payment that could not be loaded. */
export function LoadErrorPage({ error }: { readonly error: LoadError }) {
  return error === 'not-found' ? <PaymentNotFound /> : <UnavailablePage />;
}
