import {
  corporateApprovalDays,
  hasEnded,
  canTransition,
  acceptsMoney,
  type AttemptEnd,
  type AttemptState,
} from '@/lib/domain/payment/payment-states';
import { sen } from '@/lib/domain/money';
import type { ReceiptCard } from '@/lib/domain/receipt/receipt';
import { readAutoDebitFlag } from '../auto-debit/offer';
import { cardRetentionMs } from '../auto-debit/retained-card';
import { addMilliseconds, dayMs, secondMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import type { GatewayReport, GatewayStatus } from '../gateways/gateway';
import { scheduleJob, writeJobSchedule } from '../jobs/model';
import { paymentCredited } from '../ledger/entries';
import { journalWrites, type JournalEntry } from '../ledger/journal';
import { creditInsert, holdForReview, isBooked, type ReviewReason } from '../ledger/model';
import { messageWrites } from '../outbox/model';
import { readCompanyName, readIssuer } from '../receipts/description';
import type { Services } from '../services';
import { isSettledByHand } from '../pending/confirmation';
import { postingWrites } from '../postings/model';
import { summarisePostings } from '../postings/status';
import { tellOfApproval } from './approval-message';
import { contactOf, lockPayment, paysBill, type Attempt, type Order, type Payment } from './model';
import { requestCardDeletion } from '../cards/card-deletions';
import { cardToRetain, savedByAttemptSchema, writeRetainedKeptCard } from './card-to-save';
import { readWithdrawnCharge } from './kept-card-charge';
import { accountNameOf, divideMoney, hasSeveralAccounts } from './order-accounts';
import { buildReceipt } from './payment-receipt';
import { orderJobSchedule, scheduleFollowUp } from './schedule';
import {
  transitionAttempt,
  prepareAttemptTransition,
  prepareOrderClosure,
  writeHistory,
  executeTransitions,
  type Actor,
} from './transitions';

export const currency = 'MYR';

/** How long a receipt waits for the biller's receipt number, ms: a biller that has not answered is called again after ten seconds. */
const receiptWaitMs = 12 * secondMs;

/** The attempt's state for each status; the caller decides for 'unknown'. */
const stateByStatus = {
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  pending: 'pending',
  'pending-approval': 'pending-approval',
} as const satisfies Record<Exclude<GatewayStatus, 'successful' | 'unknown'>, AttemptState>;

export interface ReportHandling {
  readonly by: Actor;
  /** The state of an attempt that is unknown to the gateway; null leaves it unchanged. */
  readonly whenUnknown: AttemptEnd | 'pending' | null;
  readonly detail?: string;
}

/**
 * Applies a gateway's report whose signature has been verified: one SQL transaction under the order's lock writes state, history, credit
 * and receipt. Reports may be repeated and arrive in any order: an ended attempt changes only by money, which is credited if the order can
 * still be paid, and otherwise goes to review.
 * Returns the attempt's new state.
 */
export async function applyReport(
  services: Services,
  attempt: Pick<Attempt, 'id' | 'order_refid'>,
  report: GatewayReport,
  handling: ReportHandling,
): Promise<AttemptState> {
  const state = await inTransaction(services.db, (trx) => applyReportIn(services, trx, attempt, report, handling));
  services.wakeJobRunner();
  return state;
}

/** Applies a report as `applyReport` does, in a SQL transaction; the caller wakes the job runner after it. */
export async function applyReportIn(
  services: Services,
  trx: Trx,
  attempt: Pick<Attempt, 'id' | 'order_refid'>,
  report: GatewayReport,
  handling: ReportHandling,
): Promise<AttemptState> {
  const payment = await lockPayment(trx, attempt.order_refid);
  const current = payment?.attempts.find(({ id }) => id === attempt.id);
  if (!payment || !current) throw new Error('an attempt without an order');
  return report.status === 'successful'
    ? applyConfirmedPayment(services, trx, payment, current, report, handling)
    : applyUnconfirmedReport(services, trx, payment, current, readWithdrawnCharge(services, current, report), handling);
}

/** Applies a report that does not confirm money: the attempt changes its state, or ends. */
async function applyUnconfirmedReport(
  services: Services,
  trx: Trx,
  payment: Payment,
  attempt: Attempt,
  report: GatewayReport,
  { by, whenUnknown, detail }: ReportHandling,
): Promise<AttemptState> {
  const now = services.clock.now();
  const isKnown = report.status !== 'unknown';
  const to = report.status === 'successful' || report.status === 'unknown' ? whenUnknown : stateByStatus[report.status];
  if (hasEnded(attempt.state)) return attempt.state;
  if (to === null || to === attempt.state || !canTransition(attempt.state, to)) {
    if (isKnown && !attempt.gateway_answered) {
      await trx.updateTable('attempts').set({ gateway_answered: true }).where('id', '=', attempt.id).execute();
    }
    return attempt.state;
  }
  const updated = await transitionAttempt(
    trx,
    attempt,
    to,
    { by, at: now, detail: detail ?? report.reasonCode },
    {
      ...(isKnown && { gateway_answered: true, reason_code: report.reasonCode }),
      ...(report.gatewayReference !== '' && { gateway_reference: report.gatewayReference }),
      ...(report.bankName !== null && { bank_name: report.bankName }),
      // A bank may say 'pending' meanwhile: the days count from the first time.
      ...(to === 'pending-approval' && {
        approval_deadline: attempt.approval_deadline ?? addMilliseconds(now, corporateApprovalDays * dayMs),
      }),
      ...(hasEnded(to) && { card_to_save: null }),
    },
  );
  await tellOfApproval(services, trx, payment.order, { before: attempt, after: updated, at: now });
  if (hasEnded(to)) {
    await writeJobSchedule(trx, orderJobSchedule(payment.order, now));
    if (!isKnown) await scheduleFollowUp(trx, updated, now);
  }
  return to;
}

/** Whether the report confirms a payment that is already confirmed. Another reference is another movement of money. */
export function isDuplicateConfirmation(attempt: Attempt, { gatewayReference, amount }: GatewayReport): boolean {
  const isSameReference = gatewayReference === '' || gatewayReference === attempt.gateway_reference;
  return attempt.state === 'successful' && isSameReference && amount === attempt.amount;
}

/** Applies confirmed money once, or holds it for review. An attempt whose money cannot be applied fails: no further enquiry is needed. */
async function applyConfirmedPayment(
  services: Services,
  trx: Trx,
  { order }: Payment,
  attempt: Attempt,
  report: GatewayReport,
  { by }: ReportHandling,
): Promise<AttemptState> {
  const now = services.clock.now();
  if (isDuplicateConfirmation(attempt, report)) return attempt.state;
  const reference = report.gatewayReference === '' ? attempt.number : report.gatewayReference;
  const isExact = report.amount === attempt.amount && report.currency === currency;
  if (isExact && hasEnded(attempt.state) && (await isSettledByHand(trx, attempt, reference))) return attempt.state;
  const reason = await findReviewReason(trx, order, attempt, report, reference);
  if (reason !== null) {
    const isNew = await holdForReview(trx, attempt, reason, { ...report, gatewayReference: reference }, now);
    if (isNew)
      await writeHistory(trx, {
        refid: order.refid,
        attemptId: attempt.id,
        state: 'review',
        by,
        at: now,
        detail: reason,
        order,
      });
    await saveCard(services, trx, attempt, report, now, false);
    if (hasEnded(attempt.state)) return attempt.state;
    const failed = await transitionAttempt(
      trx,
      attempt,
      'failed',
      { by, at: now, detail: reason },
      { gateway_answered: true, reason_code: reason, card_to_save: null },
    );
    await writeJobSchedule(trx, orderJobSchedule(order, now));
    return failed.state;
  }
  const detail = report.reasonCode;
  const credit = { order, attempt, reference, bankName: report.bankName, detail, card: report.card };
  await creditOrder(services, trx, credit, { by, at: now }, paymentCredited(order, attempt, reference, now));
  await saveCard(services, trx, attempt, report, now, true);
  if (attempt.auto_debit_card !== null) {
    await scheduleJob(trx, 'forget-card', attempt.id, addMilliseconds(now, cardRetentionMs));
  }
  return 'successful';
}

/**
 * Saves the card of an attempt whose payer has asked for it, once it has paid the order, and retains it for auto debit. A card that its gateway has kept,
 * and that is neither saved nor retained, is deleted there.
 */
async function saveCard(
  services: Services,
  trx: Trx,
  { id, card_to_save: toSave, auto_debit_card: toRetain, gateway, order_refid: refid }: Attempt,
  { remembered }: GatewayReport,
  now: Date,
  hasPaid: boolean,
): Promise<void> {
  const asked = toSave === null ? null : savedByAttemptSchema.parse(JSON.parse(toSave));
  if (asked !== null && hasPaid && 'sealed' in asked) await services.savedCards.save(trx, asked);
  const kept = hasPaid && remembered?.card ? remembered.card : null;
  const isToKeep = asked !== null && 'isKept' in asked;
  // Null where the owner has as many as may be saved: the gateway deletes it then.
  const savedId = kept !== null && isToKeep ? await services.savedCards.saveKept(trx, asked.owner, kept, refid) : null;
  const isRetained = kept !== null && toRetain === cardToRetain && (savedId !== null || !isToKeep);
  if (toRetain === cardToRetain && hasPaid) {
    const auto_debit_card = isRetained ? writeRetainedKeptCard(kept) : null;
    await trx.updateTable('attempts').set({ auto_debit_card }).where('id', '=', id).execute();
  }
  if (remembered === undefined || isRetained || (kept !== null && isToKeep)) return;
  await requestCardDeletion(trx, { gateway, token: remembered.token, refid }, now);
}

/** Money that pays an order: `reference` is the gateway's, `detail` its code. */
export interface OrderCredit {
  readonly order: Order;
  readonly attempt: Attempt;
  readonly reference: string;
  readonly bankName: string | null;
  readonly detail: string | null;
  /** The card that paid, if the gateway tells. */
  readonly card?: ReceiptCard | undefined;
}

/**
 * Credits an order by an attempt, under the order's lock: its states, a credit for each of its accounts, one journal entry of all the money, the
 * postings, the receipt and the partner's webhook.
 */
export async function creditOrder(
  services: Services,
  trx: Trx,
  { order, attempt, reference, bankName, detail, card }: OrderCredit,
  { by, at }: { readonly by: Actor; readonly at: Date },
  entry: JournalEntry,
): Promise<void> {
  const change = {
    gateway_answered: true,
    gateway_reference: reference,
    bank_name: bankName ?? attempt.bank_name,
    reason_code: detail,
    confirmed_at: at,
    card_to_save: null,
    ...(card && { card_brand: card.brand, card_last_four: card.lastFour }),
  };
  const paid = prepareAttemptTransition(trx, attempt, 'successful', { by, at, detail }, change);
  // Of late money the contact may be erased.
  const recipient = contactOf(attempt);
  const isBill = paysBill(order);
  const parts = await divideMoney(trx, order, paid.updated);
  const queued = { status: 'queued', receiptNumber: null, usualMinutes: services.postingMinutes } as const;
  const postings = isBill ? parts.map(() => ({ posting: queued })) : [];
  const accounts = hasSeveralAccounts(order)
    ? parts.map(({ position, accountNumber, amount }) => ({
        accountNumber: accountNumber ?? '',
        accountName: accountNameOf(order, position),
        amount: sen(amount),
        posting: queued,
        isRefunded: false,
      }))
    : [];
  const issuer = await readIssuer(trx, services, order);
  const isAutoDebit = await readAutoDebitFlag(trx, order);
  // Of a payment that waited for its approver it is given before.
  const companyName = await readCompanyName(trx, order.refid);
  const receipt = {
    ...{ issuer, companyName, accounts, refunds: [], isAutoDebit },
    posting: summarisePostings(postings),
  };
  await executeTransitions(trx, [paid, prepareOrderClosure(trx, order, 'paid', { by, at })], {
    credit: creditInsert(trx, order, paid.updated, { parts, reference, at }),
    ...journalWrites([entry]),
    ...(isBill &&
      postingWrites(
        trx,
        parts.map(({ position }) => position),
        at,
      )),
    ...(recipient !== null &&
      messageWrites(
        trx,
        buildReceipt(services, order, { ...paid.updated, ...change }, { ...receipt, recipient }),
        at,
        isBill && services.biller.postings !== null ? addMilliseconds(at, receiptWaitMs) : at,
      )),
  });
}

/**
 * Returns the reason to hold confirmed money for review; null if it is credited. Exact money for an order that nobody else has paid is credited
 * even when late: after its attempt has ended, or its order has expired. Late money for an order that was paid otherwise, was cancelled, or
 * has other money in review is for a person to decide.
 */
async function findReviewReason(
  trx: Trx,
  order: Order,
  attempt: Attempt,
  report: GatewayReport,
  reference: string,
): Promise<ReviewReason | null> {
  const isExact = report.amount === attempt.amount && report.currency === currency;
  const isLate = hasEnded(attempt.state) || order.state !== 'open';
  const isPayable = acceptsMoney(order.state) && !(isLate && order.held_for_review);
  if (isLate && !(isExact && isPayable)) return hasEnded(attempt.state) ? 'attempt-ended' : 'order-closed';
  if (!isExact) return 'amount-differs';
  return (await isBooked(trx, attempt.gateway, reference)) ? 'reference-used' : null;
}
