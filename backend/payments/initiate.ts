import type { paymentInit } from '@/lib/contract/payment';
import type { ErrorCodeOf, ResponseInputOf } from '@/lib/contract/call';
import { hasEnded, mayHoldMoney } from '@/lib/domain/payment/payment-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { guardAttempt } from '../bills/repeat-guard';
import type { CardAttempt } from '../cards/card-velocity';
import { addMilliseconds, hourMs, minuteMs, secondMs } from '../clock';
import { inTransaction, type Trx } from '../db/database';
import type { Gateway, GatewayStart } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import { createAttemptNumber } from '../random-ids';
import type { Services } from '../services';
import { readChoice, type Choice, type InitRequest } from './choice';
import { enquireAttempt, abandonAttempt, toAttemptOrder } from './enquiries';
import { chargeKeptCard, findChargeOfKeptCard } from './kept-card-charge';
import {
  findActiveAttempt,
  findAttempt,
  findOrder,
  isAtGateway,
  lockPayment,
  mayBeBeginning,
  type Attempt,
  type Order,
} from './model';
import { applyReport } from './reports';
import { createAttempt, findStateEnteredAt, transitionAttempt, redirectAttempt } from './transitions';

type InitRefusal = Refusal<ErrorCodeOf<typeof paymentInit>>;
type InitResponse = ResponseInputOf<typeof paymentInit>;

/** Attempts to pay one order: each may call a gateway. Security, abuse budgets. */
export const attemptLimit = { maximum: 30, withinMs: hourMs } as const;

const maxRounds = 3;

/** A double click, or a second tab: nobody has been at a bank and back, and has chosen again, within this time. */
const doubleSubmissionMs = 3 * secondMs;

/**
 * Initiates an attempt with the payer's choices: payment.init. An order has one active attempt at a time, despite double clicks, tabs and
 * retries: the gateway of an active attempt is enquired first, and only an attempt that holds no money is superseded.
 */
export async function initiatePayment(
  services: Services,
  request: InitRequest,
): Promise<Result<InitResponse, InitRefusal>> {
  const order = await findOrder(services.db, request.refid);
  if (order === null) return refuse('unknown-payment');
  const closed = findRefusal(services, order, request);
  if (closed !== null) return failure(closed);
  const choice = await readChoice(services, order, request);
  if (!choice.ok) return choice;
  return initiateChoice(services, request, choice.value);
}

/**
 * Initiates an attempt with a validated choice. If the gateway cannot begin it, an attempt with a new number begins at the next one: nobody can
 * have paid at a page that no payer was sent to. A card is never sent to a second gateway.
 */
async function initiateChoice(
  services: Services,
  request: InitRequest,
  choice: Choice,
): Promise<Result<InitResponse, InitRefusal>> {
  const initiated = await beginChoice(services, request, choice);
  const [gateway, ...alternatives] = choice.alternatives;
  const isNotBegun = !initiated.ok && initiated.error.code === 'initiation-failed';
  if (!isNotBegun || gateway === undefined || choice.card !== null || choice.cardToken !== null) return initiated;
  return initiateChoice(services, request, { ...choice, gateway, alternatives });
}

async function beginChoice(
  services: Services,
  request: InitRequest,
  choice: Choice,
): Promise<Result<InitResponse, InitRefusal>> {
  for (let round = 0; round < maxRounds; round += 1) {
    const step = await inTransaction(services.db, (trx) => openAttempt(services, trx, request, choice));
    if (step.kind === 'refused') return failure(step.refusal);
    if (step.kind === 'opened') return startAtGateway(services, step.order, step.attempt, choice);
    if (isSameChoice(step.attempt, choice, request) && (await canResume(services, step.attempt))) {
      const resumed = await resumeAttempt(services, step.attempt);
      if (resumed !== null) return success(resumed);
      continue;
    }
    // No attempt would follow if one were superseded in the last round.
    if (round === maxRounds - 1) break;
    const state = await supersedeAttempt(services, step.attempt);
    if (!state.ok) return state;
  }
  return refuse('attempt-under-way');
}

function findRefusal(services: Services, order: Order, { shownAmount }: InitRequest): InitRefusal | null {
  const isOver = order.state !== 'open' || order.held_for_review || services.clock.now() >= order.deadline;
  if (isOver) return { code: 'payment-ended' };
  return order.total === shownAmount ? null : { code: 'amount-changed' };
}

/**
 * Whether the active attempt has already been redirected with the same choice, by a double click or another tab. Another contact makes it
 * another choice if the request to the gateway contains the contact: it may be another payer's (security, row 43). A code contains none.
 */
function isSameChoice(attempt: Attempt, choice: Choice, { paymentRequest: contact }: InitRequest): boolean {
  const isSameContact =
    attempt.payer_email === contact.userEmailAddress && attempt.payer_phone === (contact.phoneNumber ?? null);
  return (
    attempt.state === 'redirected' &&
    choice.card === null &&
    choice.cardToken === null &&
    attempt.method === choice.method &&
    attempt.provider === choice.provider &&
    (isSameContact || !isAtGateway(attempt))
  );
}

/**
 * Whether the active attempt's next action can be returned again. A code can always be shown again. A redirect can be repeated only before the
 * payer has been at the bank, which refuses a number that it has seen (FPX code 45, eGHL's 'Duplicate Payment ID').
 */
async function canResume({ db, clock }: Services, attempt: Attempt): Promise<boolean> {
  if (!isAtGateway(attempt)) return true;
  const redirectedAt = await findStateEnteredAt(db, attempt);
  return redirectedAt !== null && clock.now() < addMilliseconds(redirectedAt, doubleSubmissionMs);
}

/** Returns the active attempt's next action again; null if it has ended meanwhile. */
async function resumeAttempt(services: Services, attempt: Attempt): Promise<InitResponse | null> {
  const enquiry = await enquireAttempt(services, attempt, null, { spendsBudget: true });
  if (enquiry.ok && enquiry.value !== 'redirected') return null;
  const { onward: nextAction, order_refid: refid, result_route: resultRoute } = attempt;
  return {
    refid,
    resultRoute,
    onward: nextAction?.kind === 'redirect' ? { ...nextAction, fields: { ...nextAction.fields } } : nextAction,
  };
}

/** Ends an active attempt that holds no money, so that the next can begin. A report of its gateway takes precedence. */
async function supersedeAttempt(services: Services, attempt: Attempt): Promise<Result<null, InitRefusal>> {
  if (mayHoldMoney(attempt.state) && attempt.state !== 'successful') {
    const enquiry = await enquireAttempt(services, attempt, null, { spendsBudget: true });
    return enquiry.ok && hasEnded(enquiry.value) ? success(null) : refuse('attempt-under-way');
  }
  if (mayBeBeginning(attempt, services.clock.now())) return refuse('attempt-under-way');
  const state = await abandonAttempt(services, attempt, {
    by: 'payer',
    whenUnknown: 'cancelled',
    detail: 'chose again',
    spendsBudget: true,
  });
  return state.ok && hasEnded(state.value) ? success(null) : refuse('attempt-under-way');
}

type Opening =
  | { readonly kind: 'refused'; readonly refusal: InitRefusal }
  | { readonly kind: 'under-way'; readonly attempt: Attempt }
  | { readonly kind: 'opened'; readonly order: Order; readonly attempt: Attempt };

function toCardAttempt(request: InitRequest, { card: typed, cardToken }: Choice): CardAttempt | null {
  const card = cardToken === null ? typed : { token: cardToken };
  if (card === null) return null;
  const { refid, payerAddress = null } = request;
  const ordinary = request.proofOfWork ? 'ordinary' : 'none';
  const proofOfWork = request.hardProofOfWork ? 'hard' : ordinary;
  return { card, refid, clientAddress: payerAddress, proofOfWork };
}

/** Under the order's lock: stores the attempt as initiated before its gateway is called. */
async function openAttempt(services: Services, trx: Trx, request: InitRequest, choice: Choice): Promise<Opening> {
  const payment = await lockPayment(trx, request.refid);
  if (payment === null) return { kind: 'refused', refusal: { code: 'unknown-payment' } };
  const { order, attempts } = payment;
  const refusal = findRefusal(services, order, request);
  if (refusal !== null) return { kind: 'refused', refusal };
  const cardAttempt = toCardAttempt(request, choice);
  const checked = cardAttempt === null ? success(null) : await services.cardVelocity.check(trx, cardAttempt);
  if (!checked.ok) return { kind: 'refused', refusal: checked.error };
  const active = findActiveAttempt(attempts);
  if (active !== null) return { kind: 'under-way', attempt: active };
  const now = services.clock.now();
  if (!(await guardAttempt(trx, order, request.payAgain ?? true, now))) {
    return { kind: 'refused', refusal: { code: 'repeated-payment' } };
  }
  const retryAfter = checkAttemptLimit(attempts, now);
  if (retryAfter !== null) return { kind: 'refused', refusal: { code: 'rate-limited', retryAfter } };
  const { paymentRequest } = request;
  const number = createAttemptNumber();
  if (cardAttempt !== null) await services.cardVelocity.record(trx, cardAttempt, number);
  const attempt = await createAttempt(
    trx,
    {
      order_refid: order.refid,
      number,
      gateway: choice.gateway.name,
      method: choice.method,
      provider: choice.provider,
      amount: order.total,
      onward: null,
      result_route: choice.resultRoute,
      gateway_reference: null,
      bank_name: choice.bankName,
      reason_code: null,
      payer_address: request.payerAddress ?? '127.0.0.1',
      payer_email: paymentRequest.userEmailAddress,
      payer_phone: paymentRequest.phoneNumber ?? null,
      payer_language: request.language,
      instalment_months: choice.instalmentMonths,
      is_auto_debit: paymentRequest.isAutoDebitOption,
      card_to_save: choice.cardToSave,
      auto_debit_card: choice.autoDebitCard,
      card_brand: choice.cardBrand,
      card_last_four: choice.card?.number.slice(-4) ?? null,
      created_at: now,
      deadline: pageDeadlineOf(order, choice.gateway, now),
      confirmed_at: null,
      approval_deadline: null,
      enquired_at: null,
      visit_id: request.visitId ?? null,
      returned_at: null,
      enquiry_budget_at: null,
    },
    now,
  );
  return { kind: 'opened', order, attempt };
}

/** Returns the seconds until another attempt is allowed, null if it is allowed now. */
function checkAttemptLimit(attempts: readonly Attempt[], now: Date): number | null {
  const { maximum, withinMs } = attemptLimit;
  const times = attempts.map(({ created_at }) => created_at.getTime()).filter((at) => at > now.getTime() - withinMs);
  const earliest = times.sort((one, other) => other - one)[maximum - 1];
  return earliest === undefined ? null : Math.ceil((earliest + withinMs - now.getTime()) / secondMs);
}

/** Calls the gateway, outside a SQL transaction, and stores the result. */
async function startAtGateway(
  services: Services,
  order: Order,
  attempt: Attempt,
  choice: Choice,
): Promise<Result<InitResponse, InitRefusal>> {
  const answer = { refid: attempt.order_refid, resultRoute: attempt.result_route };
  if (choice.waitsFor === 'tac') {
    const nextAction = { kind: 'tac' as const, carrier: choice.provider ?? '' };
    await saveNextAction(services, attempt, nextAction, choice.gateway);
    return success({ ...answer, onward: nextAction });
  }
  if (choice.cardToken !== null) return chargeSavedCard(services, order, attempt, choice.cardToken, answer);
  const started = await choice.gateway.begin(toAttemptOrder(attempt, order), choice.card ?? undefined);
  if (!started.ok) return handleStartFailure(services, attempt, started.error, choice, answer);
  const start: GatewayStart = started.value;
  if (start.kind === 'report') {
    await applyReport(services, attempt, start.report, { by: 'gateway', whenUnknown: 'pending' });
    return success({ ...answer, onward: null });
  }
  const nextAction = toNextAction(start);
  const paymentId = 'paymentId' in start ? start.paymentId : undefined;
  await saveNextAction(services, attempt, nextAction, choice.gateway, paymentId);
  return success({ ...answer, onward: nextAction });
}

/**
 * Charges a saved card that its gateway keeps. A lost answer is asked about at once; without an outcome the attempt is pending, and a job settles it:
 * the card is never charged again for it.
 */
async function chargeSavedCard(
  services: Services,
  order: Order,
  attempt: Attempt,
  token: string,
  answer: Omit<InitResponse, 'onward'>,
): Promise<Result<InitResponse, InitRefusal>> {
  const gateway = findChargeOfKeptCard(services, attempt);
  if (gateway === null) throw new Error('a saved card of a gateway that keeps none');
  const charged = await chargeKeptCard(services, attempt, toAttemptOrder(attempt, order), { gateway, token });
  if (charged.ok) {
    await applyReport(services, attempt, charged.value, { by: 'gateway', whenUnknown: 'pending' });
  } else if (charged.error === 'refused') {
    await endInitiation(services, attempt, 'failed');
    return refuse('initiation-failed');
  } else {
    const stored = await findAttempt(services.db, { id: attempt.id });
    if (stored !== null) await enquireAttempt(services, stored, null, { detail: 'no answer' });
    await endInitiation(services, attempt, 'pending');
  }
  return success({ ...answer, onward: null });
}

type NextActionResponse = NonNullable<InitResponse['onward']>;

function toNextAction(start: Exclude<GatewayStart, { kind: 'report' }>): NextActionResponse {
  if (start.kind === 'direct-post') return { kind: start.kind, ...start.request };
  if (start.kind !== 'redirect') return { ...start };
  const { url, method, fields } = start.request;
  return { kind: 'redirect', url, method, fields: { ...fields } };
}

/** How long the report of a payment at the end of a gateway's session may take. */
const reportGraceMs = 2 * minuteMs;

function latest(...times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

/** When the gateway's page must no longer be payable: an attempt that begins in the last minute of its order has a whole session, too. */
function pageDeadlineOf(order: Order, { sessionMs = 0 }: Gateway, startedAt: Date): Date {
  return latest(order.deadline, addMilliseconds(startedAt, sessionMs));
}

/**
 * The deadline of a redirected attempt. It may be after its order's deadline: that of its code, or the end of the gateway's session plus a grace
 * period.
 */
function deadlineOf(attempt: Attempt, nextAction: NextActionResponse, { sessionMs }: Gateway): Date {
  if ('expiresAt' in nextAction) return new Date(nextAction.expiresAt);
  if (!isAtGateway({ onward: nextAction }) || sessionMs === undefined) return attempt.deadline;
  return latest(attempt.deadline, addMilliseconds(attempt.created_at, sessionMs + reportGraceMs));
}

/** Stores the next action before the payer sees it. A callback may have been faster: then the attempt is not changed. */
async function saveNextAction(
  { db, clock }: Services,
  attempt: Attempt,
  nextAction: NextActionResponse,
  gateway: Gateway,
  paymentId: string | null = null,
): Promise<void> {
  const deadline = deadlineOf(attempt, nextAction, gateway);
  await redirectAttempt(db, attempt, { nextAction, deadline, paymentId }, clock.now());
}

/**
 * A gateway that refused has moved no money. One that was unreachable may have charged a card: enquires, and without a response sets the
 * attempt to pending. A payer who never saw a bank's page cannot have paid there.
 */
async function handleStartFailure(
  services: Services,
  attempt: Attempt,
  error: 'unreachable' | 'refused',
  choice: Choice,
  answer: Omit<InitResponse, 'onward'>,
): Promise<Result<InitResponse, InitRefusal>> {
  if (error === 'unreachable' && choice.card !== null) {
    const enquiry = await enquireAttempt(services, attempt, 'failed', { detail: 'never begun' });
    if (enquiry.ok && enquiry.value !== 'failed') return success({ ...answer, onward: null });
    if (!enquiry.ok) {
      await endInitiation(services, attempt, 'pending');
      return success({ ...answer, onward: null });
    }
    return refuse('initiation-failed');
  }
  await endInitiation(services, attempt, 'failed');
  return refuse('initiation-failed');
}

/** Ends the initiation of an attempt: its gateway has refused it, or its outcome is not known. */
export async function endInitiation(services: Services, attempt: Attempt, to: 'failed' | 'pending'): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, attempt.order_refid);
    const current = payment?.attempts.find(({ id }) => id === attempt.id);
    if (current?.state !== 'initiated') return;
    const now = services.clock.now();
    const detail = to === 'failed' ? 'not begun' : 'no answer';
    const change = to === 'failed' ? { reason_code: 'initiation-failed', card_to_save: null } : {};
    await transitionAttempt(trx, current, to, { by: 'gateway', at: now, detail }, change);
  });
}
