import { sen } from '@/lib/domain/money';
import { hasEnded, type AttemptEnd, type AttemptState } from '@/lib/domain/payment/payment-states';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds } from '../clock';
import { findGateway } from '../gateways-in-use';
import type { AttemptOrder, Gateway, GatewayReport } from '../gateways/gateway';
import type { Services } from '../services';
import type { Attempt, Order } from './model';
import { applyReport } from './reports';
import type { Actor } from './transitions';

/** What a gateway is told of an attempt: the same at the beginning and at each enquiry. */
export function toAttemptOrder(attempt: Attempt, order: Pick<Order, 'product_name'>): AttemptOrder {
  return {
    number: attempt.number,
    amount: sen(attempt.amount),
    description: order.product_name,
    payerEmail: attempt.payer_email,
    payerPhone: attempt.payer_phone,
    payerAddress: attempt.payer_address,
    startedAt: attempt.created_at.toISOString(),
    deadline: attempt.deadline.toISOString(),
    provider: attempt.provider,
  };
}

/** Writes down when an attempt is asked for, and gives what its order says of it. */
async function recordEnquiry({ db, clock }: Services, attempt: Attempt): Promise<Pick<Order, 'product_name'>> {
  return db
    .updateTable('attempts')
    .from('orders')
    .set({ enquired_at: clock.now() })
    .where('attempts.id', '=', attempt.id)
    .whereRef('orders.refid', '=', 'attempts.order_refid')
    .returning('orders.product_name')
    .executeTakeFirstOrThrow();
}

/**
 * Takes the right to ask an attempt's gateway for a payer who looks at it: false when it was asked less than `pauseMs` ago, by whomever.
 * One statement, so that of requests at once one is told true.
 */
export async function claimEnquiry({ db, clock }: Services, attempt: Attempt, pauseMs: number): Promise<boolean> {
  const now = clock.now();
  const row = await db
    .updateTable('attempts')
    .set({ enquired_at: now })
    .where('id', '=', attempt.id)
    .where((attempts) =>
      attempts.or([
        attempts('enquired_at', 'is', null),
        attempts('enquired_at', '<=', addMilliseconds(now, -pauseMs)),
        // The clock of a sandbox was put back; a request that came at the same moment may only be a little ahead.
        attempts('enquired_at', '>', addMilliseconds(now, pauseMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Asks an attempt's gateway, and writes down when it was asked and when it answered. No SQL transaction is open meanwhile. */
export function enquireGateway(services: Services, attempt: Attempt): Promise<Result<GatewayReport, 'unreachable'>> {
  return callGateway(services, attempt, (gateway, order) => gateway.enquire(order));
}

async function callGateway(
  services: Services,
  attempt: Attempt,
  ask: (gateway: Gateway, order: AttemptOrder) => ReturnType<Gateway['enquire']>,
): Promise<Result<GatewayReport, 'unreachable'>> {
  const gateway = findGateway(services.gateways, attempt.gateway);
  if (gateway === null) return failure('unreachable');
  const order = await recordEnquiry(services, attempt);
  const report = await ask(gateway, toAttemptOrder(attempt, order));
  const isAnswered = report.ok && report.value.number === attempt.number;
  // Money ends the attempt, and nobody asks again.
  if (!isAnswered || report.value.verdict !== 'successful') await recordEnquiry(services, attempt);
  return isAnswered ? success(report.value) : failure('unreachable');
}

/** A bank that answers 'pending' while its page is still open to the payer says no more than that. Past the deadline it is a pending payment. */
function isStillAtBank(services: Services, attempt: Attempt, report: GatewayReport): boolean {
  return attempt.state === 'redirected' && report.verdict === 'pending' && services.clock.now() < attempt.deadline;
}

/**
 * Asks an attempt's gateway and does what follows from its answer; `whenUnknown` says what becomes of an attempt that the gateway has
 * never heard of (null leaves it). Gives the attempt's state after it; 'unreachable' leaves everything as it was.
 */
export async function enquireAttempt(
  services: Services,
  attempt: Attempt,
  whenUnknown: AttemptEnd | null,
  { by = 'enquiry', detail }: { readonly by?: Actor; readonly detail?: string } = {},
): Promise<Result<AttemptState, 'unreachable'>> {
  if (hasEnded(attempt.state)) return success(attempt.state);
  const report = await enquireGateway(services, attempt);
  if (!report.ok) return report;
  if (isStillAtBank(services, attempt, report.value)) return success(attempt.state);
  return success(
    await applyReport(services, attempt, report.value, { by, whenUnknown, ...(detail !== undefined && { detail }) }),
  );
}

/** A code that nobody has been shown yet, or that its payer has turned away from: it can be taken back. Money may be on its way for any other. */
const withdrawableStates: ReadonlySet<AttemptState> = new Set(['created', 'initiated', 'redirected']);

/**
 * Nobody is to pay an attempt any more: its gateway is asked, and one that has never heard of it, or whose page was only open, ends it as
 * `whenUnknown` says. A code that could still be paid at a counter is withdrawn first. Gives the attempt's state after it.
 */
export async function abandonAttempt(
  services: Services,
  attempt: Attempt,
  handling: { readonly by: Actor; readonly whenUnknown: AttemptEnd | null; readonly detail?: string },
): Promise<Result<AttemptState, 'unreachable'>> {
  const withdraw = findGateway(services.gateways, attempt.gateway)?.withdraw;
  if (withdraw === undefined || !withdrawableStates.has(attempt.state)) {
    return enquireAttempt(services, attempt, handling.whenUnknown, handling);
  }
  const report = await callGateway(services, attempt, (_gateway, order) => withdraw(order));
  if (!report.ok) return report;
  return success(await applyReport(services, attempt, report.value, handling));
}
