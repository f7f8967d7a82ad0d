import { chargingDayOf, nextRetryDay, type ChargePolicy } from '@/lib/domain/auto-debit-charge';
import { sen } from '@/lib/domain/money';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import type { Result } from '@/lib/domain/result';
import { addMilliseconds, hourMs, minuteMs } from '../../clock';
import { inTransaction, type Trx } from '../../db/database';
import { findGateway } from '../../gateways-in-use';
import type { AttemptOrder, GatewayError, GatewayReport, GatewayTokens } from '../../gateways/gateway';
import { endRegistration, tellPayer } from '../../mandates/cancellation';
import { cardEndedText, chargeDeclinedText, chargeNeedsPayerText } from '../../outbox/texts';
import { enquireAttempt, toAttemptOrder } from '../../payments/enquiries';
import { endInitiation } from '../../payments/initiate';
import { claimPreparedCharge } from '../../payments/kept-card-charge';
import { findAttempt, findOrder, type Attempt } from '../../payments/model';
import { applyReport } from '../../payments/reports';
import type { Services } from '../../services';
import {
  findChargedRegistration,
  findTriedAttempt,
  lockRegistration,
  moveCharge,
  type Charge,
  type LockedRegistration,
} from './model';

/** A charge that cannot be sent again, since its card is deleted, and that its gateway does not know, is over after this time. */
const notSentAfterMs = hourMs;

/** A charge that was sent is settled after this time: longer than its call takes. */
const answerMs = 2 * minuteMs;

function mayBeAnswered({ enquired_at: sentAt }: Attempt, now: Date): boolean {
  return sentAt !== null && now < addMilliseconds(sentAt, answerMs);
}

/**
 * Sends a charge that is begun. Nothing is sent once the registration has ended, which deletes its card: then the gateway is asked whether it has
 * the charge.
 */
async function sendCharge(services: Services, { mandate }: Charge, attempt: Attempt): Promise<void> {
  const gateway = findGateway(services.gateways, attempt.gateway);
  const registration = await findChargedRegistration(services.db, mandate);
  const order = await findOrder(services.db, attempt.order_refid);
  if (order === null) throw new Error('an attempt without an order');
  const attemptOrder = toAttemptOrder(attempt, order);
  const tokens = gateway?.tokens;
  if (tokens !== undefined && attemptOrder.paymentId !== null) {
    // It may have been charged before the process died, or its answer was lost: it is asked about, and never sent again.
    if (mayBeAnswered(attempt, services.clock.now())) return;
    return applyCharge(services, attempt, await tokens.settleCharge(attemptOrder));
  }
  const source = registration?.card.source;
  if (tokens !== undefined && source?.kind === 'kept') {
    return chargeKeptCard(services, attempt, attemptOrder, { tokens, token: source.token });
  }
  if (gateway?.charges !== undefined && registration !== null && source?.kind === 'stored') {
    // Sent again under the same number until its gateway has answered: that is one charge.
    const card = services.savedCards.decrypt({ sealed: source.sealed, expiry: registration.card.expiry });
    return applyCharge(services, attempt, await gateway.charges.chargeCard(attemptOrder, card));
  }
  const isOver = services.clock.now() > addMilliseconds(attempt.created_at, notSentAfterMs);
  await enquireAttempt(services, attempt, isOver ? 'failed' : null, { by: 'timer', detail: 'not sent' });
}

/** Charges a card that its gateway keeps: what is charged is created, its id stored, and then charged, once. */
async function chargeKeptCard(
  services: Services,
  attempt: Attempt,
  order: AttemptOrder,
  { tokens, token }: { readonly tokens: GatewayTokens; readonly token: string },
): Promise<void> {
  const prepared = await tokens.prepareCharge(order, token);
  if (!prepared.ok) return applyCharge(services, attempt, prepared);
  if (!(await claimPreparedCharge(services, attempt, prepared.value))) return;
  await applyCharge(services, attempt, await tokens.charge({ ...order, paymentId: prepared.value }, token));
}

async function applyCharge(
  services: Services,
  attempt: Attempt,
  charged: Result<GatewayReport, GatewayError>,
): Promise<void> {
  if (charged.ok && charged.value.number === attempt.number) {
    await applyReport(services, attempt, charged.value, { by: 'gateway', whenUnknown: null });
  } else if (!charged.ok && charged.error === 'refused') {
    // It has moved no money.
    await endInitiation(services, attempt, 'failed');
  }
}

/** Continues a charge that is under way. Returns false while its outcome is not known. */
export async function continueCharge(services: Services, charge: Charge): Promise<boolean> {
  const attempt = await findTriedAttempt(services.db, charge);
  if (attempt.state === 'initiated') await sendCharge(services, charge, attempt);
  const current = await findAttempt(services.db, { id: attempt.id });
  if (current === null || !hasEnded(current.state)) return false;
  await settleCharge(services, charge, current);
  return true;
}

/** Records the outcome of a charge's try, and tells the payer of a decline, in one SQL transaction; the receipt tells of a success. */
async function settleCharge(services: Services, { id, mandate }: Charge, attempt: Attempt): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockRegistration(trx, mandate);
    const { charge, request } = locked;
    if (charge?.id !== id || charge.state !== 'charging') return;
    const at = services.clock.now();
    if (attempt.state === 'successful') await moveCharge(trx, charge, request, 'charged', { at, reason: null });
    else await settleDecline(services, trx, locked, charge, attempt);
  });
  services.wakeJobRunner();
}

/** A declined charge is not repeated where charging is switched off. */
const noRetries: ChargePolicy = { noticeDays: 1, retryDays: [] };

async function settleDecline(
  services: Services,
  trx: Trx,
  { request, registration }: LockedRegistration,
  charge: Charge,
  attempt: Attempt,
): Promise<void> {
  const at = services.clock.now();
  const { publicOrigin: link, chargePolicy } = services;
  const reason = attempt.reason_code ?? attempt.state;
  if (registration === null) return moveCharge(trx, charge, request, 'cancelled', { at, reason });
  // Money has arrived that could not be applied, such as another amount: a person decides, and nothing is charged again.
  const order = await findOrder(trx, attempt.order_refid);
  if (order?.held_for_review === true) return moveCharge(trx, charge, request, 'stopped', { at, reason });
  const told = { ...request, amount: sen(attempt.amount) };
  const gateway = findGateway(services.gateways, attempt.gateway);
  const charging = gateway?.charges ?? gateway?.tokens;
  if (charging?.isFinalDecline(reason) === true) {
    await moveCharge(trx, charge, request, 'card-ended', { at, reason });
    const textIn = (language: Parameters<typeof cardEndedText>[2]) => cardEndedText(told, link, language);
    return endRegistration(trx, request, textIn, { by: 'backend', at });
  }
  if (charging?.needsPayer(reason) === true) {
    // The same bill fails again without its payer; a later one may not.
    await moveCharge(trx, charge, request, 'stopped', { at, reason });
    return tellPayer(trx, request, (language) => chargeNeedsPayerText(told, link, language), at);
  }
  const today = chargingDayOf(at);
  const firstDay = charge.first_charged_on ?? today;
  const retryOn = nextRetryDay(firstDay, charge.tries, chargePolicy ?? noRetries, today);
  const state = retryOn === null ? 'stopped' : 'declined';
  await moveCharge(trx, charge, request, state, { at, reason, ...(retryOn !== null && { charge_on: retryOn }) });
  await tellPayer(trx, request, (language) => chargeDeclinedText({ ...told, retryOn }, link, language), at);
}
