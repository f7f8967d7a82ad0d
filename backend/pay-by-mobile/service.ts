import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { dcbCancel, dcbSendTac, dcbVerifyTac } from '@/lib/contract/pay-by-mobile';
import { sen } from '@/lib/domain/money';
import { parseMobileNumber } from '@/lib/domain/contact/phone';
import { success, type Result } from '@/lib/domain/result';
import { inTransaction } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { tacText } from '../outbox/texts';
import { toAttemptOrder } from '../payments/enquiries';
import { findActiveAttempt, loadPayment, lockPayment, type Attempt, type Order } from '../payments/model';
import { outcomeOf } from '../payments/outcome';
import { applyReport } from '../payments/reports';
import { transitionAttempt } from '../payments/transitions';
import type { Services } from '../services';
import type { Carrier } from './carrier';

interface MobilePayment {
  readonly order: Order;
  readonly attempt: Attempt;
  readonly carrier: Carrier;
}

/** An order that is closed, past its deadline, or held for review cannot be charged. */
function isPayable({ clock }: Services, order: Order): boolean {
  return order.state === 'open' && !order.held_for_review && clock.now() < order.deadline;
}

/** Finds the mobile attempt that awaits its TAC. */
async function findAttemptAwaitingTac(
  services: Services,
  refid: string,
): Promise<Result<MobilePayment, Refusal<'unknown-payment' | 'payment-ended'>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const { order, attempts } = found.value;
  const attempt = findActiveAttempt(attempts);
  if (
    !isPayable(services, order) ||
    attempt?.state !== 'redirected' ||
    attempt.method !== 'dcb' ||
    services.carrier === null
  ) {
    return refuse('payment-ended');
  }
  return success({ order, attempt, carrier: services.carrier });
}

/** Tries are counted for the payment, so that starting again gives no new ones; the code is the attempt's own. Security, row 18. */
function codeOf({ order_refid: subject, number }: Attempt) {
  return { purpose: 'tac', subject, attempt: number } as const;
}

/** Sends a TAC to the payer's number, which the carrier must accept: dcb.sendTac. Specification, section 5. */
export async function sendTac(
  services: Services,
  request: RequestOf<typeof dcbSendTac>,
): Promise<Result<ResponseInputOf<typeof dcbSendTac>, Refusal<ErrorCodeOf<typeof dcbSendTac>>>> {
  const waiting = await findAttemptAwaitingTac(services, request.refid);
  if (!waiting.ok) return waiting;
  const { attempt, carrier } = waiting.value;
  const number = parseMobileNumber(request.mobileNumber);
  if (!number.ok || !(await carrier.acceptsNumber(attempt.provider ?? '', number.value)))
    return refuse('number-refused');
  const sent = await services.oneTimeCodes.send({
    ...codeOf(attempt),
    recipient: number.value,
    textOf: (code) => tacText(code, sen(attempt.amount), request.language),
  });
  if (!sent.ok) {
    return sent.error.code === 'resend-too-early'
      ? refuse(sent.error.code, { resendAfter: sent.error.after.toISOString() })
      : refuse(sent.error.code);
  }
  services.wakeJobRunner();
  return success({
    resendAfter: sent.value.resendAfter.toISOString(),
    expiresAt: sent.value.expiresAt.toISOString(),
    resendsLeft: sent.value.resendsLeft,
    serverTime: services.clock.now().toISOString(),
  });
}

/** Verifies the TAC and charges the phone bill: dcb.verifyTac. */
export async function verifyTac(
  services: Services,
  request: RequestOf<typeof dcbVerifyTac>,
): Promise<Result<ResponseInputOf<typeof dcbVerifyTac>, Refusal<ErrorCodeOf<typeof dcbVerifyTac>>>> {
  const waiting = await findAttemptAwaitingTac(services, request.refid);
  if (!waiting.ok) return waiting;
  const { order, attempt, carrier } = waiting.value;
  const verified = await services.oneTimeCodes.verify({ ...codeOf(attempt), code: request.tac });
  if (!verified.ok) {
    return verified.error.code === 'wrong-code'
      ? refuse(verified.error.code, { triesLeft: verified.error.triesLeft })
      : refuse(verified.error.code);
  }
  if (await beginCharge(services, attempt)) {
    const report = await carrier.charge(toAttemptOrder(attempt, order), verified.value.recipient);
    // Without a response the attempt stays pending, and a job enquires.
    if (report.ok) await applyReport(services, attempt, report.value, { by: 'gateway', whenUnknown: null });
  }
  const after = await loadPayment(services.db, { refid: request.refid });
  if (!after.ok) return refuse(after.error);
  return success({ refid: request.refid, status: outcomeOf(after.value), resultRoute: attempt.result_route });
}

/**
 * Sets the attempt to pending before the carrier is called: from then on it may hold money. Returns false if its state has changed
 * meanwhile, or its order can no longer be paid.
 */
async function beginCharge(services: Services, attempt: Attempt): Promise<boolean> {
  return inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, attempt.order_refid);
    const current = payment?.attempts.find(({ id }) => id === attempt.id);
    if (!payment || current?.state !== 'redirected' || !isPayable(services, payment.order)) return false;
    const now = services.clock.now();
    await transitionAttempt(trx, current, 'pending', { by: 'payer', at: now, detail: 'TAC' });
    return true;
  });
}

/** Cancels a mobile attempt: dcb.cancel. The order stays open for another method. */
export async function cancelMobilePayment(
  services: Services,
  refid: string,
): Promise<Result<ResponseInputOf<typeof dcbCancel>, Refusal<ErrorCodeOf<typeof dcbCancel>>>> {
  return inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    if (payment === null) return refuse('unknown-payment');
    const { order, attempts } = payment;
    const active = findActiveAttempt(attempts);
    const last = attempts.at(-1);
    if (active === null && last?.method === 'dcb' && last.state === 'cancelled') {
      return success({ refid, status: outcomeOf(payment) });
    }
    if (order.state !== 'open' || active === null) return refuse('payment-ended');
    if (active.method !== 'dcb' || active.state !== 'redirected') return refuse('attempt-under-way');
    const now = services.clock.now();
    const cancelled = await transitionAttempt(trx, active, 'cancelled', { by: 'payer', at: now, detail: 'gave up' });
    const after = attempts.map((attempt) => (attempt.id === cancelled.id ? cancelled : attempt));
    return success({ refid, status: outcomeOf({ order, attempts: after }) });
  });
}
