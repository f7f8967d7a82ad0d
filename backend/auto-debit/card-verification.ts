import { failure, success, type Result } from '@/lib/domain/result';
import type { CardAttempt } from '../cards/card-velocity';
import type { CardToSave } from '../cards/saved-cards';
import { addMilliseconds, minuteMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import { findGateway, findGatewayOfMethod } from '../gateways-in-use';
import type { Gateway, GatewayError, GatewayReport, KeptCard, VerificationReport } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import { scheduleJob } from '../jobs/model';
import { verificationCharged, verificationDiffers } from '../ledger/entries';
import { writeJournal } from '../ledger/journal';
import { cardToSaveSchema } from '../payments/card-to-save';
import { lockPayment, type Order } from '../payments/model';
import { nextFollowUp } from '../payments/schedule';
import { writeHistory, type Actor } from '../payments/transitions';
import type { Services } from '../services';
import {
  amountDiffers,
  findCardVerification,
  isOpen,
  isWithoutCharge,
  listCardVerifications,
  maxCardVerifications,
  createCardVerification,
  toVerificationOrder,
  updateCardVerification,
  type CardVerification,
} from './card-verification-model';
import { deleteRetainedCard } from './retained-card';
import { registerAccount, type RegisteredCard } from './registration';

/** A verification whose process died is followed up after this time. */
const initiationTimeoutMs = 90 * 1000;
const currency = 'MYR';

export type VerificationError = 'card-refused' | 'attempts-exceeded' | 'try-later' | 'rate-limited';

export type CardGateway = Gateway & Required<Pick<Gateway, 'voidPayment'>>;

function canVoid(gateway: Gateway): gateway is CardGateway {
  return gateway.voidPayment !== undefined;
}

/** The gateway that verifies cards that are stored here; null if it cannot void a payment. */
function findCardVerificationGateway({ gateways }: Services): CardGateway | null {
  const gateway = findGatewayOfMethod(gateways, 'newCard');
  return gateway !== null && canVoid(gateway) ? gateway : null;
}

/** Asks the gateway of a verification for its state. */
export async function readVerification(
  { gateways }: Services,
  verification: CardVerification,
): Promise<Result<VerificationReport, GatewayError>> {
  const gateway = findGateway(gateways, verification.gateway);
  if (gateway === null) return failure('unreachable');
  const order = toVerificationOrder(verification);
  if (isWithoutCharge(verification)) return gateway.tokens?.readVerification(order) ?? failure('unreachable');
  const report = await gateway.enquire(order);
  return report.ok ? success({ report: report.value, card: null }) : report;
}

/**
 * Verifies a card by an authorisation of RM1 and registers the account with this card once it is approved; the same SQL transaction
 * schedules the reversal. `cvv` is null for the card that has just paid. Specification, section 9.
 */
export async function verifyCard(
  services: Services,
  refid: string,
  card: CardToSave,
  cvv: string | null,
): Promise<Result<'registered' | 'card-check', Refusal<VerificationError>>> {
  const gateway = findCardVerificationGateway(services);
  if (gateway === null) return refuse('try-later');
  const opened = await inTransaction(services.db, (trx) => openVerification(services, trx, refid, card, gateway));
  if (!opened.ok) return opened;
  const verification = opened.value;
  const started = await gateway.begin(toVerificationOrder(verification), { ...services.savedCards.decrypt(card), cvv });
  if (!started.ok) {
    if (started.error === 'refused') return refuseCard(services, verification, 'refused', true);
    return abandonVerification(services, verification);
  }
  if (started.value.kind === 'report')
    return applyVerificationReport(services, verification, { report: started.value.report, card: null }, 'gateway');
  if (started.value.kind !== 'redirect') return abandonVerification(services, verification);
  await recordChallenge(services, verification, { request: started.value.request, paymentId: null });
  return success('card-check');
}

/**
 * Under the order's lock: supersedes earlier verifications, and records the verification before the gateway is called. `card` is null where it is
 * entered at the gateway.
 */
export async function openVerification(
  services: Services,
  trx: Trx,
  refid: string,
  card: CardToSave | null,
  gateway: Gateway,
): Promise<Result<CardVerification, Refusal<'attempts-exceeded' | 'rate-limited'>>> {
  const payment = await lockPayment(trx, refid);
  const paid = payment?.attempts.find(({ state }) => state === 'successful');
  if (!payment || !paid) throw new Error('auto debit without a successful payment');
  const earlier = await listCardVerifications(trx, refid);
  if (earlier.length >= maxCardVerifications) return refuse('attempts-exceeded');
  const cardAttempt = card === null ? null : toCardAttempt(services, card, paid.payer_address);
  const checked = cardAttempt === null ? success(null) : await services.cardVelocity.check(trx, cardAttempt);
  if (!checked.ok) return failure({ ...checked.error, code: 'rate-limited' });
  const now = services.clock.now();
  for (const verification of earlier.filter(isOpen)) {
    await updateCardVerification(trx, verification.id, { is_given_up: true, card: null });
    await scheduleJob(trx, 'settle-card-check', verification.id, now);
  }
  const verification = await createCardVerification(
    trx,
    {
      ...{ refid, gateway: gateway.name, card: card && JSON.stringify(card) },
      ...{ email: paid.payer_email, address: paid.payer_address },
    },
    now,
  );
  await writeVerificationHistory(trx, verification, 'card-verification', {
    by: 'payer',
    at: now,
    ...(card !== null && { detail: `card ${card.lastFour}` }),
  });
  if (cardAttempt !== null) await services.cardVelocity.record(trx, cardAttempt, verification.number);
  await scheduleJob(trx, 'settle-card-check', verification.id, addMilliseconds(now, initiationTimeoutMs));
  return success(verification);
}

export function writeVerificationHistory(
  trx: Trx,
  verification: Pick<CardVerification, 'order_refid'>,
  state: string,
  transition: { readonly by: Actor; readonly at: Date; readonly detail?: string },
): Promise<void> {
  return writeHistory(trx, { refid: verification.order_refid, attemptId: null, state, ...transition });
}

/** The account holder has confirmed by a PIN or a sign-in, which is stronger than a proof of work. */
function toCardAttempt(services: Services, card: CardToSave, clientAddress: string): CardAttempt {
  const { number } = services.savedCards.decrypt(card);
  return { card: { number }, refid: null, clientAddress, proofOfWork: 'hard' };
}

/** Stores where the payer is redirected to, and the gateway's id of the verification, before the payer is. */
export async function recordChallenge(
  services: Services,
  verification: CardVerification,
  { request, paymentId }: { readonly request: object; readonly paymentId: string | null },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    if (current?.state !== 'initiated') return;
    await trx
      .updateTable('card_verifications')
      .set({ state: 'challenged', onward: JSON.stringify(request), gateway_payment: paymentId })
      .where('id', '=', verification.id)
      .execute();
    const now = services.clock.now();
    await writeVerificationHistory(trx, verification, 'card-verification-redirected', { by: 'gateway', at: now });
    await scheduleJob(trx, 'settle-card-check', verification.id, verification.deadline);
  });
}

/** Locks the order and reads the verification again. */
export async function lockVerification(
  trx: Trx,
  { id, order_refid }: CardVerification,
): Promise<CardVerification | null> {
  await lockPayment(trx, order_refid);
  return findCardVerification(trx, { id });
}

/** The outcome is unknown: the payer is told to try again later, and a job enquires and reverses any charge. */
async function abandonVerification(
  services: Services,
  verification: CardVerification,
): Promise<Result<never, Refusal<'try-later'>>> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    // Abandoned already: its job has a schedule.
    if (current === null || !isOpen(current) || current.is_given_up) return;
    await updateCardVerification(trx, verification.id, { is_given_up: true, card: null });
    const now = services.clock.now();
    await writeVerificationHistory(trx, verification, 'card-verification-unanswered', { by: 'gateway', at: now });
    await scheduleJob(trx, 'settle-card-check', verification.id, addMilliseconds(now, minuteMs));
  });
  return refuse('try-later');
}

/** Whether the acquirer reports a charge with another amount or currency than requested. */
export function isUnexpectedCharge(report: GatewayReport, verification: CardVerification): boolean {
  return (
    report.status === 'successful' &&
    report.number === verification.number &&
    !matchesVerification(report, verification)
  );
}

/** Flags a verification that was charged another amount: we can reverse RM1 only, so an operator must review it. */
export async function flagUnexpectedCharge(
  services: Services,
  verification: CardVerification,
  report: GatewayReport,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    const isOver = current === null || current.state === 'approved' || current.state === 'reversed';
    if (isOver || current.reason_code === amountDiffers) return;
    await updateCardVerification(trx, verification.id, {
      reason_code: amountDiffers,
      gateway_reference: report.gatewayReference,
      unexpected_amount: report.amount,
      unexpected_currency: report.currency,
      unexpected_at: services.clock.now(),
    });
    await writeJournal(trx, [verificationDiffers(current, report, services.clock.now())]);
    const detail = `${report.currency} ${report.amount}`;
    const transition = { by: 'gateway', at: services.clock.now(), detail } as const;
    await writeVerificationHistory(trx, verification, 'card-verification-differs', transition);
  });
}

/** Ends a verification that has refused its card. An acquirer that did not know the verification may still receive it: it is enquired for a while longer. */
export async function refuseCard(
  services: Services,
  verification: CardVerification,
  reason: string,
  isKnownToAcquirer: boolean,
): Promise<Result<never, Refusal<'card-refused'>>> {
  await inTransaction(services.db, async (trx) => {
    const current = await lockVerification(trx, verification);
    if (current === null || !isOpen(current)) return;
    await updateCardVerification(trx, verification.id, { state: 'refused', reason_code: reason, card: null });
    // Another verification may use the retained card by now if this one was abandoned.
    if (!current.is_given_up) await deleteRetainedCard(services, trx, verification.order_refid);
    const now = services.clock.now();
    await writeVerificationHistory(trx, verification, 'card-verification-refused', {
      by: 'gateway',
      at: now,
      detail: reason,
    });
    const next = isKnownToAcquirer ? null : nextFollowUp(verification.created_at, now, 'unknown', 0);
    if (next !== null) await scheduleJob(trx, 'settle-card-check', verification.id, next);
  });
  return refuse('card-refused');
}

/**
 * Registers the account and schedules the reversal in one SQL transaction; idempotent. An abandoned or refused verification is only
 * reversed.
 */
export async function approveCard(
  services: Services,
  verification: CardVerification,
  { report, card }: VerificationReport,
  by: Actor,
): Promise<boolean> {
  const isRegistered = await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, verification.order_refid);
    const current = await findCardVerification(trx, { id: verification.id });
    if (!payment || current === null) throw new Error('a verification without an order');
    if (current.state === 'approved' || current.state === 'reversed') return !current.is_given_up;
    const now = services.clock.now();
    await updateCardVerification(trx, verification.id, {
      state: 'approved',
      approved_at: now,
      card: null,
      card_token: card?.token ?? null,
      gateway_reference: report.gatewayReference,
      reason_code: report.reasonCode,
      ...(current.state === 'refused' && { is_given_up: true }),
    });
    if (!isWithoutCharge(current)) await writeJournal(trx, [verificationCharged(current, now)]);
    await writeVerificationHistory(trx, verification, 'card-verified', {
      by,
      at: now,
      detail: report.gatewayReference,
    });
    await scheduleJob(trx, 'settle-card-check', verification.id, now);
    return register(services, trx, payment.order, current, toRegisteredCard(current, card), now);
  });
  services.wakeJobRunner();
  return isRegistered;
}

/** The card that is registered: the one that its gateway keeps, or the one that was sent to it; null once that is deleted. */
function toRegisteredCard(
  { id, card: sent }: CardVerification,
  kept: VerificationReport['card'],
): RegisteredCard | null {
  if (kept !== null) return { ...kept, sealed: null, verification: id };
  return sent === null ? null : { ...cardToSaveSchema.parse(JSON.parse(sent)), verification: null };
}

async function register(
  services: Services,
  trx: Trx,
  order: Order,
  { id, is_given_up }: CardVerification,
  card: RegisteredCard | null,
  now: Date,
): Promise<boolean> {
  if (is_given_up || card === null) return false;
  const isNew = await registerAccount(services, trx, order, card, now);
  // Of an account that is registered already the gateway keeps another card.
  if (!isNew && card.verification !== null) await updateCardVerification(trx, id, { is_given_up: true });
  await deleteRetainedCard(services, trx, order.refid);
  return true;
}

/**
 * Registers the account with the card that has just paid and that its gateway keeps: its payment has verified it, and it is not entered again. An
 * account that is registered meanwhile keeps its card.
 */
export async function registerPaidCard(
  services: Services,
  refid: string,
  { card, gateway }: { readonly card: KeptCard; readonly gateway: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    const paid = payment?.attempts.find(({ state }) => state === 'successful');
    if (!payment || !paid) throw new Error('auto debit without a successful payment');
    const now = services.clock.now();
    const verification = await createCardVerification(
      trx,
      { refid, gateway, card: null, email: paid.payer_email, address: paid.payer_address },
      now,
    );
    const approved = { state: 'approved', approved_at: now, card_token: card.token } as const;
    await updateCardVerification(trx, verification.id, approved);
    const detail = `card ${card.lastFour}`;
    await writeVerificationHistory(trx, verification, 'card-verified', { by: 'payer', at: now, detail });
    // Gives the card back where the account is registered with another one.
    await scheduleJob(trx, 'settle-card-check', verification.id, now);
    await register(
      services,
      trx,
      payment.order,
      verification,
      { ...card, sealed: null, verification: verification.id },
      now,
    );
  });
  services.wakeJobRunner();
}

/** Whether a report has this verification's number, amount and currency. */
export function matchesVerification(report: GatewayReport, verification: CardVerification): boolean {
  return report.number === verification.number && report.amount === verification.amount && report.currency === currency;
}

async function applyVerificationReport(
  services: Services,
  verification: CardVerification,
  read: VerificationReport,
  by: Actor,
): Promise<Result<'registered', Refusal<VerificationError>>> {
  const { report } = read;
  const { status } = report;
  if (isUnexpectedCharge(report, verification)) await flagUnexpectedCharge(services, verification, report);
  if (!matchesVerification(report, verification) || status === 'pending' || status === 'pending-approval') {
    return abandonVerification(services, verification);
  }
  if (status !== 'successful') return refuseCard(services, verification, report.reasonCode, status !== 'unknown');
  return (await approveCard(services, verification, read, by)) ? success('registered') : refuse('try-later');
}

/**
 * Enquires about a verification after the payer's return or the issuer's callback: only the enquiry is trusted. A callback for a refused
 * verification causes an enquiry too, since money may have moved.
 */
export async function enquireCardVerification(
  services: Services,
  verification: CardVerification,
  by: Actor,
): Promise<void> {
  if (!(isOpen(verification) || (verification.state === 'refused' && by === 'callback'))) return;
  const read = await readVerification(services, verification);
  if (!read.ok || read.value.report.number !== verification.number) return;
  if (isStillAtGateway(services, verification, read.value.report)) return;
  await applyVerificationReport(services, verification, read.value, by);
}

/** A payer can go on at a gateway that keeps the card until the deadline: 'pending' only means that the card is not entered yet. */
function isStillAtGateway({ clock }: Services, verification: CardVerification, { status }: GatewayReport): boolean {
  return isWithoutCharge(verification) && status === 'pending' && clock.now() < verification.deadline;
}
