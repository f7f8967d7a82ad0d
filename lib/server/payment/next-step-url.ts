import 'server-only';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PaymentStart } from '@/lib/domain/payment/payment';
import { getPaymentStep, type NextActionKind, type PaymentStep } from '@/lib/domain/payment/payment-step';
import { failure, success, type Result } from '@/lib/domain/result';
import {
  cardEntryPath,
  counterPath,
  gatewayRedirectPath,
  payByMobilePath,
  paymentPath,
  qrPath,
  resultPath,
} from '@/lib/routes';
import type { FormRefusal, FormSuccess } from '../forms/form-pipeline';
import { loadPayment } from './load-payment';
import { getResultUrl } from './result-url';

const nextActionPaths = {
  redirect: gatewayRedirectPath,
  'direct-post': cardEntryPath,
  barcode: counterPath,
  qr: qrPath,
  tac: payByMobilePath,
} as const satisfies Record<NextActionKind, (refid: string, attempt?: string) => string>;

const stepPaths = {
  'gateway-redirect': nextActionPaths.redirect,
  'enter-card': nextActionPaths['direct-post'],
  'show-barcode': nextActionPaths.barcode,
  'show-qr': nextActionPaths.qr,
  'enter-tac': nextActionPaths.tac,
} as const satisfies Record<Exclude<PaymentStep, 'choose' | 'result'>, (refid: string) => string>;

/** Returns the URL to which a new attempt leads. `attempt`: for the pages of the visit that began it, see `sealBegunAttempt`. */
export function getNextStepUrl({ refid, resultRoute, nextAction }: PaymentStart, attempt?: string): string {
  if (nextAction === null) return resultPath(resultRoute, refid);
  return nextActionPaths[nextAction.kind](refid, attempt);
}

/**
 * Loads a payment and returns the URL of its current step: for a double submission, a second tab and a request whose response was lost, so that
 * the payer sees the state of the payment and not an error. Null when the backend does not respond, and when the current attempt uses another
 * method than the `requested` one: that is an earlier attempt.
 */
export async function loadNextStepUrl(refid: string, requested?: PaymentMethod): Promise<string | null> {
  const loaded = await loadPayment({ refid });
  if (!loaded.ok) return null;
  const page = loaded.value;
  const resultUrl = getResultUrl(page);
  if (resultUrl !== null) return resultUrl;
  const step = getPaymentStep(page);
  if (step === 'result' || step === 'choose') return paymentPath(refid);
  return requested === undefined || page.attempt?.method === requested ? stepPaths[step](refid) : null;
}

/** Loads a payment and returns the URL of its result; null while it can be paid, and when the backend does not respond. */
export async function loadResultUrl(refid: string): Promise<string | null> {
  const loaded = await loadPayment({ refid });
  return loaded.ok ? getResultUrl(loaded.value) : null;
}

/**
 * Responds to a payer who starts again, or cancels, while an earlier attempt may have moved money: leads to the result if there is one, else back
 * to the payment page with a message. Never to the bank: the payer did not ask for that.
 */
export async function handleAttemptInProgress(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadResultUrl(refid);
  return next === null ? failure({ issues: [{ field: null, key: 'errors.paymentInProgress' }] }) : success({ next });
}
