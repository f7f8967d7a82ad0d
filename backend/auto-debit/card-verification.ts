import { failure, success, type Result } from '@/lib/domain/result';
import type { CardToSave } from '../cards/saved-cards';
import { addMilliseconds, minuteMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import type { Gateway, GatewayReport } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import { scheduleJob } from '../jobs/model';
import { cardToSaveSchema } from '../payments/card-to-save';
import { lockPayment, type Order } from '../payments/model';
import { nextFollowUp } from '../payments/schedule';
import { writeHistory, type Actor } from '../payments/transitions';
import type { Services } from '../services';
import {
  amountDiffers,
  findCardVerification,
  isOpen,
  listCardVerifications,
  maxCardVerifications,
  createCardVerification,
  toVerificationOrder,
  updateCardVerification,
  verificationAmount,
  type CardVerification,
} from './card-verification-model';
import { deleteRetainedCard } from './retained-card';
import { registerAccount } from './registration';

/** A process that was killed in the middle of a verification is followed up after this. */
const initiationTimeoutMs = 90 * 1000;
const currency = 'MYR';

export type VerificationError = 'card-refused' | 'attempts-exceeded' | 'try-later' | 'rate-limited';

export type CardGateway = Gateway & Required<Pick<Gateway, 'voidPayment'>>;

function canVoid(gateway: Gateway): gateway is CardGateway {
  return gateway.voidPayment !== undefined;
}

/** The gateway that verifies cards; null where none can give money back. */
export function findCardVerificationGateway({ gateways }: Services): CardGateway | null {
  const gateway = gateways.ofMethod.newCard;
  return gateway !== undefined && canVoid(gateway) ? gateway : null;
}

/**
 * Verifies a card by an authorisation of RM1 and registers the account with it, and no other, once that is approved; the reversal is
 * owed from the same SQL transaction on. `cvv` is null for the card that has just paid. Specification, section 9.
 */
export async function verifyCard(
  services: Services,
  refid: string,
  card: CardToSave,
  cvv: string | null,
): Promise<Result<'registered' | 'card-check', Refusal<VerificationError>>> {
  const gateway = findCardVerificationGateway(services);
  if (gateway === null) return refuse('try-later');
  const opened = await inTransaction(services.db, (trx) => beginVerification(services, trx, refid, card));
  if (!opened.ok) return opened;
  const check = opened.value;
  const started = await gateway.begin(toVerificationOrder(check), { ...services.savedCards.decrypt(card), cvv });
  if (!started.ok) {
    if (started.error === 'refused') return refuseCard(services, check, 'refused', true);
    return abandonVerification(services, check);
  }
  if (started.value.kind === 'report') return applyVerificationReport(services, check, started.value.report, 'gateway');
  if (started.value.kind !== 'redirect') return abandonVerification(services, check);
  await recordChallenge(services, check, started.value.request);
  return success('card-check');
}

/** Under the order's lock: an earlier verification gives way, and the tries are counted before the gateway hears of this one. */
async function beginVerification(
  services: Services,
  trx: Trx,
  refid: string,
  card: CardToSave,
): Promise<Result<CardVerification, Refusal<'attempts-exceeded' | 'rate-limited'>>> {
  const payment = await lockPayment(trx, refid);
  const paid = payment?.attempts.find(({ state }) => state === 'successful');
  if (!payment || !paid) throw new Error('auto debit without a payment');
  const earlier = await listCardVerifications(trx, refid);
  if (earlier.length >= maxCardVerifications) return refuse('attempts-exceeded');
  // The holder has agreed by a PIN or a sign-in: more than any proof of work would show.
  const cardTry = {
    cardNumber: services.savedCards.decrypt(card).number,
    refid: null,
    address: paid.payer_address,
    hasProof: true,
  };
  const judged = await services.cardVelocity.check(trx, cardTry);
  if (!judged.ok) return failure({ ...judged.error, code: 'rate-limited' });
  const now = services.clock.now();
  for (const check of earlier.filter(isOpen)) {
    await updateCardVerification(trx, check.id, { is_given_up: true, card: null });
    await scheduleJob(trx, 'settle-card-check', check.id, now);
  }
  const check = await createCardVerification(
    trx,
    { refid, card: JSON.stringify(card), email: paid.payer_email, address: paid.payer_address },
    now,
  );
  await writeVerificationHistory(trx, check, 'card-verification', { by: 'payer', at: now, detail: `card ${card.lastFour}` });
  await services.cardVelocity.record(trx, cardTry, check.number);
  await scheduleJob(trx, 'settle-card-check', check.id, addMilliseconds(now, initiationTimeoutMs));
  return success(check);
}

export function writeVerificationHistory(
  trx: Trx,
  check: Pick<CardVerification, 'order_refid'>,
  state: string,
  move: { readonly by: Actor; readonly at: Date; readonly detail?: string },
): Promise<void> {
  return writeHistory(trx, { refid: check.order_refid, attemptId: null, state, ...move });
}

async function recordChallenge(services: Services, check: CardVerification, request: object): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, check);
    if (current?.state !== 'initiated') return;
    await trx
      .updateTable('card_verifications')
      .set({ state: 'challenged', onward: JSON.stringify(request) })
      .where('id', '=', check.id)
      .execute();
    const now = services.clock.now();
    await writeVerificationHistory(trx, check, 'card-verification-redirected', { by: 'gateway', at: now });
    await scheduleJob(trx, 'settle-card-check', check.id, check.deadline);
  });
}

/** Takes the order's lock and gives the verification as it is then. */
export async function lockVerification(trx: Trx, { id, order_refid }: CardVerification): Promise<CardVerification | null> {
  await lockPayment(trx, order_refid);
  return findCardVerification(trx, { id });
}

/** No word of the card, or none that says anything yet: its payer is told to come back, and the money is sought and given back. */
async function abandonVerification(services: Services, check: CardVerification): Promise<Result<never, Refusal<'try-later'>>> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, check);
    // Given up already: whoever follows it up knows when to ask again.
    if (current === null || !isOpen(current) || current.is_given_up) return;
    await updateCardVerification(trx, check.id, { is_given_up: true, card: null });
    const now = services.clock.now();
    await writeVerificationHistory(trx, check, 'card-verification-unanswered', { by: 'gateway', at: now });
    await scheduleJob(trx, 'settle-card-check', check.id, addMilliseconds(now, minuteMs));
  });
  return refuse('try-later');
}

/** Whether the acquirer says that it has charged the card, but not what it was asked to charge. */
export function isUnexpectedCharge(report: GatewayReport, check: CardVerification): boolean {
  return report.verdict === 'successful' && report.number === check.number && !matchesVerification(report, check);
}

/** Marks a verification for which something else was charged: what we reverse is RM1 and no other amount, so a person must look at it. */
export async function flagUnexpectedCharge(services: Services, check: CardVerification, report: GatewayReport): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, check);
    const isOver = current === null || current.state === 'approved' || current.state === 'reversed';
    if (isOver || current.reason_code === amountDiffers) return;
    await updateCardVerification(trx, check.id, { reason_code: amountDiffers, gateway_reference: report.gatewayReference });
    const detail = `${report.currency} ${report.amount}`;
    const move = { by: 'gateway', at: services.clock.now(), detail } as const;
    await writeVerificationHistory(trx, check, 'card-verification-differs', move);
  });
}

/** An acquirer that has not heard of the card may hear of it yet: it is asked for a while longer. */
async function refuseCard(
  services: Services,
  check: CardVerification,
  reason: string,
  isHeardOf: boolean,
): Promise<Result<never, Refusal<'card-refused'>>> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, check);
    if (current === null || !isOpen(current)) return;
    await updateCardVerification(trx, check.id, { state: 'refused', reason_code: reason, card: null });
    // The card of one that was given up may be another's choice by now.
    if (!current.is_given_up) await deleteRetainedCard(trx, check.order_refid);
    const now = services.clock.now();
    await writeVerificationHistory(trx, check, 'card-verification-refused', { by: 'gateway', at: now, detail: reason });
    const next = isHeardOf ? null : nextFollowUp(check.created_at, now, 'unknown', 0);
    if (next !== null) await scheduleJob(trx, 'settle-card-check', check.id, next);
  });
  return refuse('card-refused');
}

/**
 * Approved: registered and owed back in one SQL transaction, whoever brings the word and however often. What had been given up or refused
 * by then is owed back alone.
 */
export async function approveCard(
  services: Services,
  check: CardVerification,
  report: GatewayReport,
  by: Actor,
): Promise<boolean> {
  const isRegistered = await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, check.order_refid);
    const current = await findCardVerification(trx, { id: check.id });
    if (!payment || current === null) throw new Error('a verification without an order');
    if (current.state === 'approved' || current.state === 'reversed') return !current.is_given_up;
    const now = services.clock.now();
    await updateCardVerification(trx, check.id, {
      state: 'approved',
      approved_at: now,
      card: null,
      gateway_reference: report.gatewayReference,
      reason_code: report.reasonCode,
      ...(current.state === 'refused' && { is_given_up: true }),
    });
    await writeVerificationHistory(trx, check, 'card-verified', { by, at: now, detail: report.gatewayReference });
    await scheduleJob(trx, 'settle-card-check', check.id, now);
    return register(trx, payment.order, current, now);
  });
  services.wakeJobRunner();
  return isRegistered;
}

async function register(trx: Trx, order: Order, { card, is_given_up }: CardVerification, now: Date): Promise<boolean> {
  if (is_given_up || card === null) return false;
  await registerAccount(trx, order, cardToSaveSchema.parse(JSON.parse(card)), now);
  await deleteRetainedCard(trx, order.refid);
  return true;
}

/** Whether a report speaks of this verification, and of its amount. */
export function matchesVerification(report: GatewayReport, check: CardVerification): boolean {
  return report.number === check.number && report.amount === verificationAmount && report.currency === currency;
}

async function applyVerificationReport(
  services: Services,
  check: CardVerification,
  report: GatewayReport,
  by: Actor,
): Promise<Result<'registered', Refusal<VerificationError>>> {
  const { verdict } = report;
  if (isUnexpectedCharge(report, check)) await flagUnexpectedCharge(services, check, report);
  if (!matchesVerification(report, check) || verdict === 'pending' || verdict === 'pending-approval') {
    return abandonVerification(services, check);
  }
  if (verdict !== 'successful') return refuseCard(services, check, report.reasonCode, verdict !== 'unknown');
  return (await approveCard(services, check, report, by)) ? success('registered') : refuse('try-later');
}

/**
 * Asks the gateway of a verification whose payer has come back from the card issuer, or whose issuer has called: it alone is believed. One
 * that is refused is asked for when the issuer calls: money may have moved after all.
 */
export async function enquireCardVerification(services: Services, check: CardVerification, by: Actor): Promise<void> {
  const gateway = findCardVerificationGateway(services);
  if (gateway === null || !(isOpen(check) || (check.state === 'refused' && by === 'callback'))) return;
  const report = await gateway.enquire(toVerificationOrder(check));
  if (report.ok && report.value.number === check.number) await applyVerificationReport(services, check, report.value, by);
}
