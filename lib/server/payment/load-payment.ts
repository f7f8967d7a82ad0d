import 'server-only';
import { redirect } from 'next/navigation';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { approvalParameter, type ResultRoute } from '@/lib/domain/payment/outcomes';
import type { NextAction, PaymentPage, PaymentResult } from '@/lib/domain/payment/payment';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { parseRefid, readPaymentReference, type ReferenceQuery } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { paymentPath, resultPath } from '@/lib/routes';
import type { BackendError } from '../backend/backend-client';
import { loadAutoDebitOffer, loadPaymentPage, loadPaymentResult } from '../backend/loaders';
import { parseLinkToken } from '../session/link-token';
import { redirectUnlessPayable } from './result-url';

/** Why a page or route has no payment: its reference names none, or the backend did not return one (the error of that call). */
export type LoadError = 'not-found' | BackendError;

/** The query string of a page, as Next passes it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type NextActionOf<Kind extends NextAction['kind']> = Extract<NextAction, { readonly kind: Kind }>;

function toLoadError(error: BackendError): LoadError {
  return error.kind === 'problem' && error.code === 'unknown-payment' ? 'not-found' : error;
}

/** Loads the payment that a query names by `refid` or `paymentId`. */
export async function loadPayment(query: ReferenceQuery): Promise<Result<PaymentPage, LoadError>> {
  const reference = readPaymentReference(query);
  if (reference === null) return failure('not-found');
  const loaded = await loadPaymentPage(reference);
  return loaded.ok ? loaded : failure(toLoadError(loaded.error));
}

/** Loads the payment of a page on which a method can be chosen. Redirects to the result of a payment that can no longer be paid. */
export async function loadPayablePayment(query: ReferenceQuery): Promise<Result<PaymentPage, LoadError>> {
  const loaded = await loadPayment(query);
  if (loaded.ok) redirectUnlessPayable(loaded.value);
  return loaded;
}

function isOfKind<Kind extends NextAction['kind']>(
  action: NextAction | null,
  kind: Kind,
): action is NextActionOf<Kind> {
  return action?.kind === kind;
}

/**
 * Loads the payment of a page that waits for one next action (a barcode, a QR code, a TAC). Any other payment is redirected: to its result once
 * its attempt has ended, else to its payment page.
 */
export async function loadAwaitingPayment<Kind extends NextAction['kind']>(
  query: ReferenceQuery,
  kind: Kind,
): Promise<Result<{ readonly page: PaymentPage; readonly nextAction: NextActionOf<Kind> }, LoadError>> {
  const loaded = await loadPayablePayment(query);
  if (!loaded.ok) return loaded;
  const page = loaded.value;
  const { attempt } = page;
  if (attempt === null) redirect(paymentPath(page.refid));
  if (hasEnded(attempt.state)) redirect(resultPath(attempt.resultRoute, page.refid));
  if (!isOfKind(attempt.nextAction, kind)) redirect(paymentPath(page.refid));
  return success({ page, nextAction: attempt.nextAction });
}

/** Loads what the result screen behind a route shows of the payment that a query names by `refid`. */
export async function loadResult(route: ResultRoute, query: ReferenceQuery): Promise<Result<PaymentResult, LoadError>> {
  const refid = parseRefid(query['refid']);
  if (refid === undefined) return failure('not-found');
  const loaded = await loadPaymentResult(route, refid, parseLinkToken(query[approvalParameter]));
  return loaded.ok ? loaded : failure(toLoadError(loaded.error));
}

/** Loads the auto-debit registration of the payment that a query names by `refid`. A refusal of the backend counts as `not-found`, an error of its own does not. */
export async function loadRegistration(query: ReferenceQuery): Promise<Result<AutoDebit, LoadError>> {
  const refid = parseRefid(query['refid']);
  if (refid === undefined) return failure('not-found');
  const loaded = await loadAutoDebitOffer(refid);
  if (loaded.ok) return loaded;
  const { error } = loaded;
  return failure(error.kind === 'fault' || error.status >= 500 ? error : 'not-found');
}
