import { findWayPastChoice, stepOfPage } from '@/app/epayment/way-past-choice';
import type { OnwardKind, PaymentStep } from '@/lib/domain/payment-step';
import type { PaymentPage, PaymentStart } from '@/lib/domain/payment';
import { isRefid, readPaymentReference } from '@/lib/domain/references';
import { failure, success, type Result } from '@/lib/domain/result';
import type { FormRefusal, FormSuccess } from '@/lib/server/form-pipeline';
import { counterPath, handOverPath, payByMobilePath, paymentPath, qrPath, resultPath } from '@/lib/routes';
import { loadPaymentPage } from '@/lib/server/loaders';

const waysOn = {
  redirect: handOverPath,
  barcode: counterPath,
  qr: qrPath,
  tac: payByMobilePath,
} as const satisfies Record<OnwardKind, (refid: string) => string>;

const pagesOfSteps = {
  choose: paymentPath,
  'hand-over': waysOn.redirect,
  'wait-counter': waysOn.barcode,
  'wait-qr': waysOn.qr,
  'enter-tac': waysOn.tac,
} as const satisfies Record<Exclude<PaymentStep, 'result'>, (refid: string) => string>;

/** Gives the page to which a new attempt leads. */
export function findWayOn({ refid, resultRoute, onward }: PaymentStart): string {
  return onward === null ? resultPath(resultRoute, refid) : waysOn[onward.kind](refid);
}

/**
 * Gives the page of what is already true of a payment. It answers a second tap, a second tab and a request whose answer was lost:
 * the payer sees where the payment stands, never an error of ours. Null when the backend does not say.
 */
export async function findWhereItStands(refid: string): Promise<string | null> {
  if (!isRefid(refid)) return null;
  const loaded = await loadPaymentPage({ refid });
  return loaded.ok ? findPageOf(loaded.value) : null;
}

function findPageOf(page: PaymentPage): string {
  const pastChoice = findWayPastChoice(page);
  if (pastChoice !== null) return pastChoice;
  const step = stepOfPage(page);
  return step === 'result' ? paymentPath(page.refid) : pagesOfSteps[step](page.refid);
}

/**
 * Answers a payer who would begin anew, or cancel, while an earlier attempt may be moving money: to the result when there is one to
 * show, else back to the payment page with the words that say so. Never on to the bank: nobody asked for that.
 */
export async function showUnderWay(refid: string): Promise<Result<FormSuccess, FormRefusal>> {
  const reference = readPaymentReference({ refid });
  const loaded = reference === null ? null : await loadPaymentPage(reference);
  const pastChoice = loaded?.ok ? findWayPastChoice(loaded.value) : null;
  if (pastChoice !== null) return success({ next: pastChoice });
  return failure({ issues: [{ field: null, key: 'errors.paymentUnderWay' }] });
}
