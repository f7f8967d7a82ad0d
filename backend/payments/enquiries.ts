import { parseLocale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { hasEnded, type AttemptEnd, type AttemptState } from '@/lib/domain/payment/payment-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds } from '../clock';
import { findGateway } from '../gateways-in-use';
import type { AttemptOrder, Gateway, GatewayReport } from '../gateways/gateway';
import type { Services } from '../services';
import { enquiryBudgetSql, reservedForReports } from './enquiry-budget';
import type { Attempt } from './model';
import { cardToRetain } from './card-to-save';
import { findChargeOfKeptCard, mayBeCharging } from './kept-card-charge';
import { storedProductNameOf, type NamedOrder } from './product-name';
import { applyReport } from './reports';
import type { Actor } from './transitions';

/** An attempt as the gateway's order: the same for initiation and each enquiry. */
export function toAttemptOrder(attempt: Attempt, order: NamedOrder): AttemptOrder {
  return {
    number: attempt.number,
    paymentId: attempt.gateway_payment,
    method: attempt.method,
    resultRoute: attempt.result_route,
    amount: sen(attempt.amount),
    description: storedProductNameOf(order, parseLocale(attempt.payer_language)),
    payerEmail: attempt.payer_email,
    payerPhone: attempt.payer_phone,
    clientAddress: attempt.payer_address,
    language: attempt.payer_language,
    startedAt: attempt.created_at.toISOString(),
    deadline: attempt.deadline.toISOString(),
    provider: attempt.provider,
    ...((attempt.card_to_save !== null || attempt.auto_debit_card === cardToRetain) && { savesCard: true }),
  };
}

/**
 * Stores the time of an enquiry, and returns what names the order's product. An enquiry that a browser causes also spends the attempt's budget,
 * in the same statement: null if it is used up.
 */
async function recordEnquiry(
  { db, clock }: Services,
  attempt: Attempt,
  spendsBudget: boolean,
): Promise<NamedOrder | null> {
  const now = clock.now();
  const budget = enquiryBudgetSql(now);
  const row = await db
    .updateTable('attempts')
    .from('orders')
    .set({ enquired_at: now, ...(spendsBudget && { enquiry_budget_at: budget.spent }) })
    .where('attempts.id', '=', attempt.id)
    .whereRef('orders.refid', '=', 'attempts.order_refid')
    .$if(spendsBudget, (update) => update.where(budget.isLeft))
    .returning(['orders.partner_key', 'orders.product_name', 'orders.further_items'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Claims an enquiry for whoever reads a result: false if the last one, by any caller, was less than `pauseMs` ago, or if it `spendsBudget` and
 * only what is reserved for reports is left. One statement, so that one of several concurrent requests gets true.
 */
export async function claimEnquiry(
  { db, clock }: Services,
  attempt: Attempt,
  { pauseMs, spendsBudget }: { readonly pauseMs: number; readonly spendsBudget: boolean },
): Promise<boolean> {
  const now = clock.now();
  const budget = enquiryBudgetSql(now, reservedForReports);
  const row = await db
    .updateTable('attempts')
    .set({ enquired_at: now, ...(spendsBudget && { enquiry_budget_at: budget.spent }) })
    .where('id', '=', attempt.id)
    .$if(spendsBudget, (update) => update.where(budget.isLeft))
    .where((attempts) =>
      attempts.or([
        attempts('enquired_at', 'is', null),
        attempts('enquired_at', '<=', addMilliseconds(now, -pauseMs)),
        // The sandbox's clock was set back; a concurrent request may only be slightly ahead.
        attempts('enquired_at', '>', addMilliseconds(now, pauseMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `spendsBudget`: a browser's request causes the enquiry. It is made within the attempt's budget only; beyond it, it fails as unreachable. */
interface EnquiryOptions {
  readonly spendsBudget?: boolean;
}

/** Enquires at an attempt's gateway, and stores the times of request and response. No SQL transaction is open meanwhile. */
export function enquireGateway(
  services: Services,
  attempt: Attempt,
  options: EnquiryOptions = {},
): Promise<Result<GatewayReport, 'unreachable'>> {
  return callGateway(services, attempt, options, (gateway, order) => gateway.enquire(order));
}

async function callGateway(
  services: Services,
  attempt: Attempt,
  { spendsBudget = false }: EnquiryOptions,
  ask: (gateway: Gateway, order: AttemptOrder) => ReturnType<Gateway['enquire']>,
): Promise<Result<GatewayReport, 'unreachable'>> {
  const gateway = findGateway(services.gateways, attempt.gateway);
  if (gateway === null) return failure('unreachable');
  const order = await recordEnquiry(services, attempt, spendsBudget);
  if (order === null) return failure('unreachable');
  const report = await ask(gateway, toAttemptOrder(attempt, order));
  const isAnswered = report.ok && report.value.number === attempt.number;
  // A successful attempt is final: the time of its last enquiry is not needed.
  if (!isAnswered || report.value.status !== 'successful') await recordEnquiry(services, attempt, false);
  return isAnswered ? success(report.value) : failure('unreachable');
}

/** Before the deadline a bank's 'pending' only means that the payer is still on its page. After it, the payment is pending. */
function isStillAtBank(services: Services, attempt: Attempt, report: GatewayReport): boolean {
  return attempt.state === 'redirected' && report.status === 'pending' && services.clock.now() < attempt.deadline;
}

/**
 * Enquires at an attempt's gateway and applies the report. `whenUnknown` is the state of an attempt that is unknown to the gateway (null
 * leaves it unchanged). Returns the attempt's new state; 'unreachable' changes nothing.
 */
export async function enquireAttempt(
  services: Services,
  attempt: Attempt,
  whenUnknown: AttemptEnd | null,
  { by = 'enquiry', detail, spendsBudget }: EnquiryOptions & { readonly by?: Actor; readonly detail?: string } = {},
): Promise<Result<AttemptState, 'unreachable'>> {
  if (hasEnded(attempt.state)) return success(attempt.state);
  const report = await enquireGateway(services, attempt, { spendsBudget });
  if (!report.ok) return report;
  if (isStillAtBank(services, attempt, report.value)) return success(attempt.state);
  return success(
    await applyReport(services, attempt, report.value, { by, whenUnknown, ...(detail !== undefined && { detail }) }),
  );
}

/**
 * Settles an attempt whose payer has chosen a card that its gateway keeps, and whose answer was lost: asks about the charge, and withdraws one that was
 * not made, so that it cannot be made any more. Returns null for another attempt, and while the charge may still be answered.
 */
export async function settleChargeOfKeptCard(
  services: Services,
  attempt: Attempt,
  handling: { readonly by: Actor; readonly whenUnknown: AttemptEnd | null },
): Promise<Result<AttemptState, 'unreachable'> | null> {
  const gateway = findChargeOfKeptCard(services, attempt);
  if (gateway === null || attempt.gateway_payment === null || mayBeCharging(attempt, services.clock.now())) return null;
  const report = await callGateway(services, attempt, {}, (_gateway, order) => gateway.tokens.settleCharge(order));
  return report.ok ? success(await applyReport(services, attempt, report.value, handling)) : report;
}

/** A presentment code can be withdrawn in these states. In others, money may be on its way. */
const withdrawableStates: ReadonlySet<AttemptState> = new Set(['created', 'initiated', 'redirected']);

/**
 * Ends an attempt that must not be paid any more: withdraws its code, or enquires. One that is unknown to the gateway ends in the state
 * `whenUnknown`. Returns the attempt's new state.
 */
export async function abandonAttempt(
  services: Services,
  attempt: Attempt,
  handling: EnquiryOptions & { readonly by: Actor; readonly whenUnknown: AttemptEnd | null; readonly detail?: string },
): Promise<Result<AttemptState, 'unreachable'>> {
  const withdraw = findGateway(services.gateways, attempt.gateway)?.withdraw;
  if (withdraw === undefined || !withdrawableStates.has(attempt.state)) {
    return enquireAttempt(services, attempt, handling.whenUnknown, handling);
  }
  const report = await callGateway(services, attempt, handling, (_gateway, order) => withdraw(order));
  if (!report.ok) return report;
  return success(await applyReport(services, attempt, report.value, handling));
}
