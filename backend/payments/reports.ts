import { sen } from '@/lib/domain/money';
import {
  corporateApprovalDays,
  hasEnded,
  canTransition,
  type AttemptEnd,
  type AttemptState,
} from '@/lib/domain/payment/payment-states';
import { cardKeptMs } from '../auto-debit/card-of-payment';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import type { GatewayReport, Verdict } from '../gateways/gateway';
import { scheduleJob, writeAgenda } from '../jobs/model';
import { creditOf, holdForReview, isBooked, type ReviewReason } from '../ledger/model';
import { writesOfMessage, type Message } from '../outbox/model';
import { writeReceipt } from '../outbox/receipt';
import type { Services } from '../services';
import { lockPayment, type Attempt, type Order, type Payment } from './model';
import { cardToSaveSchema } from './card-to-save';
import { agendaOfOrder, scheduleFollowUp } from './schedule';
import { moveAttempt, planAttempt, planEnd, writeHistory, writeMoves, type Mover } from './transitions';

export const currency = 'MYR';

/** Where a verdict brings an attempt; 'unknown' is for the asker to judge. */
const stateOfVerdict = {
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  pending: 'pending',
  'pending-approval': 'pending-approval',
} as const satisfies Record<Exclude<Verdict, 'successful' | 'unknown'>, AttemptState>;

export interface ReportHandling {
  readonly by: Mover;
  /** What becomes of the attempt when the gateway has never heard of it; null leaves it as it is. */
  readonly whenUnknown: AttemptEnd | 'pending' | null;
  readonly detail?: string;
}

/**
 * Takes a gateway's word, its signature already checked, and does what follows: one SQL transaction under the order's lock writes state,
 * history, credit and receipt together. The same word may come any number of times, in any order: an ended attempt is final, and money
 * that arrives for one goes to review. Gives the attempt's state after it.
 */
export async function applyReport(
  services: Services,
  attempt: Pick<Attempt, 'id' | 'order_refid'>,
  report: GatewayReport,
  handling: ReportHandling,
): Promise<AttemptState> {
  const state = await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, attempt.order_refid);
    const current = payment?.attempts.find(({ id }) => id === attempt.id);
    if (!payment || !current) throw new Error('an attempt without an order');
    return report.verdict === 'successful'
      ? takeMoney(services, trx, payment, current, report, handling)
      : takeWord(services, trx, payment, current, report, handling);
  });
  services.nudge();
  return state;
}

/** A word that is not about money: the attempt moves on, or ends. */
async function takeWord(
  services: Services,
  trx: Trx,
  payment: Payment,
  attempt: Attempt,
  report: GatewayReport,
  { by, whenUnknown, detail }: ReportHandling,
): Promise<AttemptState> {
  const now = services.clock.now();
  const isKnown = report.verdict !== 'unknown';
  const to =
    report.verdict === 'successful' || report.verdict === 'unknown' ? whenUnknown : stateOfVerdict[report.verdict];
  if (hasEnded(attempt.state)) return attempt.state;
  if (to === null || to === attempt.state || !canTransition(attempt.state, to)) {
    if (isKnown && !attempt.gateway_answered) {
      await trx.updateTable('attempts').set({ gateway_answered: true }).where('id', '=', attempt.id).execute();
    }
    return attempt.state;
  }
  const moved = await moveAttempt(
    trx,
    attempt,
    to,
    { by, at: now, detail: detail ?? report.reasonCode },
    {
      ...(isKnown && { gateway_answered: true, reason_code: report.reasonCode }),
      ...(report.gatewayReference !== '' && { gateway_reference: report.gatewayReference }),
      ...(report.bankName !== null && { bank_name: report.bankName }),
      ...(to === 'pending-approval' && { approval_deadline: addMilliseconds(now, corporateApprovalDays * dayMs) }),
      ...(hasEnded(to) && { card_to_save: null }),
    },
  );
  if (hasEnded(to)) {
    await writeAgenda(trx, agendaOfOrder(payment.order, now));
    if (!isKnown) await scheduleFollowUp(trx, moved, now);
  }
  return to;
}

/** The gateway repeats itself: this money has paid the attempt already. Another reference is another movement of money. */
function isWhatPaid(attempt: Attempt, { gatewayReference, amount }: GatewayReport): boolean {
  const isSameReference = gatewayReference === '' || gatewayReference === attempt.gateway_reference;
  return attempt.state === 'successful' && isSameReference && amount === attempt.amount;
}

/** Money is confirmed: it is applied once, or kept for review. An attempt whose money cannot be applied has failed: nothing is left to ask. */
async function takeMoney(
  services: Services,
  trx: Trx,
  { order }: Payment,
  attempt: Attempt,
  report: GatewayReport,
  { by }: ReportHandling,
): Promise<AttemptState> {
  const now = services.clock.now();
  if (isWhatPaid(attempt, report)) return attempt.state;
  const reference = report.gatewayReference === '' ? attempt.number : report.gatewayReference;
  const obstacle = await obstacleTo(trx, order, attempt, report, reference);
  if (obstacle !== null) {
    const isNew = await holdForReview(trx, attempt, obstacle, { ...report, gatewayReference: reference }, now);
    if (isNew)
      await writeHistory(trx, {
        refid: order.refid,
        attemptId: attempt.id,
        state: 'review',
        by,
        at: now,
        detail: obstacle,
        order,
      });
    if (hasEnded(attempt.state)) return attempt.state;
    const failed = await moveAttempt(
      trx,
      attempt,
      'failed',
      { by, at: now, detail: obstacle },
      { gateway_answered: true, reason_code: obstacle, card_to_save: null },
    );
    await writeAgenda(trx, agendaOfOrder(order, now));
    return failed.state;
  }
  const change = {
    gateway_answered: true,
    gateway_reference: reference,
    bank_name: report.bankName ?? attempt.bank_name,
    reason_code: report.reasonCode,
    confirmed_at: now,
    card_to_save: null,
  };
  const paid = planAttempt(trx, attempt, 'successful', { by, at: now, detail: report.reasonCode }, change);
  await writeMoves(trx, [paid, planEnd(trx, order, 'paid', { by, at: now })], {
    credit: creditOf(trx, order, paid.moved, reference, now),
    ...writesOfMessage(trx, receiptOf(services, order, paid.moved, reference, now), now),
  });
  if (attempt.card_to_save !== null) {
    await services.savedCards.save(trx, cardToSaveSchema.parse(JSON.parse(attempt.card_to_save)));
  }
  if (attempt.auto_debit_card !== null) {
    await scheduleJob(trx, 'forget-card', attempt.id, addMilliseconds(now, cardKeptMs));
  }
  return 'successful';
}

/** Why confirmed money cannot be applied; null when it can. */
async function obstacleTo(
  trx: Trx,
  order: Order,
  attempt: Attempt,
  report: GatewayReport,
  reference: string,
): Promise<ReviewReason | null> {
  if (hasEnded(attempt.state)) return 'attempt-ended';
  if (order.state !== 'open') return 'order-closed';
  if (report.amount !== attempt.amount || report.currency !== currency) return 'amount-differs';
  return (await isBooked(trx, attempt.gateway, reference)) ? 'reference-used' : null;
}

function receiptOf(
  { publicOrigin }: Services,
  order: Order,
  attempt: Attempt,
  bankReference: string,
  now: Date,
): Message {
  const resultUrl = new URL(attempt.result_route, publicOrigin);
  resultUrl.searchParams.set('refid', order.refid);
  const receipt = writeReceipt({
    language: attempt.payer_language,
    productName: order.product_name,
    accountNumber: order.account_number,
    amount: sen(attempt.amount),
    method: attempt.method,
    bankName: attempt.bank_name,
    paymentId: order.payment_id,
    bankReference,
    transactionId: attempt.number,
    startedAt: attempt.created_at.toISOString(),
    confirmedAt: now.toISOString(),
    instalmentMonths: attempt.instalment_months,
    isAutoDebit: attempt.is_auto_debit,
    resultUrl: resultUrl.href,
  });
  return { kind: 'receipt', recipient: attempt.payer_email, code: null, ...receipt };
}
