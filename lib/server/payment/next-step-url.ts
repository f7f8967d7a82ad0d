import { getResultUrl, getPageStep } from '@/lib/server/payment/result-url';
import type { NextActionKind, PaymentStep } from '@/lib/domain/payment/payment-step';
import type { PaymentStart } from '@/lib/domain/payment/payment';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { isRefid, readPaymentReference } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import type { FormRefusal, FormSuccess } from '@/lib/server/forms/form-pipeline';
import { counterPath, gatewayRedirectPath, payByMobilePath, paymentPath, qrPath, resultPath } from '@/lib/routes';
import { loadPaymentPage } from '@/lib/server/backend/loaders';

const nextActionPaths = {
  redirect: gatewayRedirectPath,
  barcode: counterPath,
  qr: qrPath,
  tac: payByMobilePath,
} as const satisfies Record<NextActionKind, (refid: string) => string>;

const stepPaths = {
  'hand-over': nextActionPaths.redirect,
  'wait-counter': nextActionPaths.barcode,
  'wait-qr': nextActionPaths.qr,
  'enter-tac': nextActionPaths.tac,
} as const satisfies Record<Exclude<PaymentStep, 'choose' | 'result'>, (refid: string) => string>;

/** Gives the page to which a new attempt leads. */
export function getNextStepUrl({ refid, resultRoute, nextAction: onward }: PaymentStart): string {
  return onward === null ? resultPath(resultRoute, refid) : nextActionPaths[onward.kind](refid);
}

/**
 * Gives the page of what is already true of a payment. It answers a second tap, a second tab and a request whose answer was lost:
 * the payer sees where the payment stands, never an error of ours. Null when the backend does not say, and where the payment would go
 * on by another method than the payer has just asked for (`asked`): that is an earlier attempt.
 */
export async function loadNextStepUrl(refid: string, asked?: PaymentMethod): Promise<string | null> {
  if (!isRefid(refid)) return null;
  const loaded = await loadPaymentPage({ refid });
  if (!loaded.ok) return null;
  const page = loaded.value;
  const pastChoice = getResultUrl(page);
  if (pastChoice !== null) return pastChoice;
  const step = getPageStep(page);
  if (step === 'result' || step === 'choose') return paymentPath(refid);
  return asked === undefined || page.attempt?.method === asked ? stepPaths[step](refid) : null;
}

/** Gives the page of a payment that has gone on past the choice of a way to pay; null while it has not, or when the backend does not say. */
export async function loadResultUrl(refid: string): Promise<string | null> {
  const reference = readPaymentReference({ refid });
  const loaded = reference === null ? null : await loadPaymentPage(reference);
  return loaded?.ok ? getResultUrl(loaded.value) : null;
}

/**
 * Answers a payer who would begin anew, or cancel, while an earlier attempt may be moving money: to the result when there is one to
 * show, else back to the payment page with the words that say so. Never on to the bank: nobody asked for that.
 */
export async function handleAttemptInProgress(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadResultUrl(refid);
  return next === null ? failure({ issues: [{ field: null, key: 'errors.paymentUnderWay' }] }) : success({ next });
}
