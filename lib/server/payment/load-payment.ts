import { redirect } from 'next/navigation';
import type { NextAction, PaymentPage } from '@/lib/domain/payment/payment';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import { loadPaymentPage } from '@/lib/server/backend/loaders';
import { getResultUrl } from './result-url';

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type OnwardOf<Kind extends NextAction['kind']> = Extract<NextAction, { readonly kind: Kind }>;

function isOfKind<Kind extends NextAction['kind']>(onward: NextAction | null, kind: Kind): onward is OnwardOf<Kind> {
  return onward?.kind === kind;
}

/**
 * Loads the payment of a page that waits for one way on (a barcode, a QR code, a TAC). A payment that stands elsewhere is shown there:
 * at its result once its attempt has ended, else at its page. Gives why there is nothing to show.
 */
export async function loadAwaitingPayment<Kind extends NextAction['kind']>(
  address: SearchParams,
  kind: Kind,
): Promise<
  Result<{ readonly page: PaymentPage; readonly onward: OnwardOf<Kind> }, { readonly kind: 'no-payment' | 'fault' }>
> {
  const reference = readPaymentReference(address);
  if (reference === null) return failure({ kind: 'no-payment' });
  const loaded = await loadPaymentPage(reference);
  if (!loaded.ok) {
    const isUnknown = loaded.error.kind === 'problem' && loaded.error.code === 'unknown-payment';
    return failure({ kind: isUnknown ? 'no-payment' : 'fault' });
  }
  const page = loaded.value;
  const wayPast = getResultUrl(page);
  if (wayPast !== null) redirect(wayPast);
  const { attempt } = page;
  if (attempt === null) redirect(paymentPath(page.refid));
  if (hasEnded(attempt.state)) redirect(resultPath(attempt.resultRoute, page.refid));
  if (!isOfKind(attempt.nextAction, kind)) redirect(paymentPath(page.refid));
  return success({ page, onward: attempt.nextAction });
}
