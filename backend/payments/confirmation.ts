import { hasEnded } from '@/lib/domain/payment/payment-states';
import { inTransaction } from '../db/database';
import type { GatewayReport } from '../gateways/gateway';
import { bringJobForward } from '../jobs/model';
import { isHeldForReview } from '../ledger/model';
import type { Services } from '../services';
import { enquireGateway } from './enquiries';
import type { Attempt } from './model';
import { applyReport, currency, isDuplicateConfirmation } from './reports';
import { nextEnquiry, nextFollowUp } from './schedule';
import type { Actor } from './transitions';

/** Whether a report has the attempt's number, amount and currency. Security, row 5. */
export function matchesAttempt(report: GatewayReport, attempt: Attempt): boolean {
  return report.number === attempt.number && report.amount === attempt.amount && report.currency === currency;
}

/** Whether both reports are of the same amount, under different references: two movements of money. */
function areTwoPayments(one: GatewayReport, other: GatewayReport): boolean {
  const isSameAmount = one.amount === other.amount && one.currency === other.currency;
  const references = [one.gatewayReference, other.gatewayReference];
  return isSameAmount && !references.includes('') && references[0] !== references[1];
}

/**
 * Confirms a signed report of a success, or one without an outcome, by an enquiry, and applies the gateway's response: a signature
 * fixes the bytes of a message and, where its fields are joined without separators, not their meaning (security, row 41). Nothing is credited
 * or held that the enquiry does not confirm. A success that the gateway does not confirm is enquired about again soon. Returns false if the
 * gateway should repeat the report: it gave no answer, and the report could not be kept as pending.
 */
export async function confirmReport(
  services: Services,
  attempt: Attempt,
  report: GatewayReport,
  by: Actor,
): Promise<boolean> {
  if (isDuplicateConfirmation(attempt, report)) return true;
  if (hasEnded(attempt.state) && (await isHeldForReview(services.db, attempt, report))) return true;
  const handling = { by, whenUnknown: null };
  const enquiry = await enquireGateway(services, attempt, { spendsBudget: true });
  const answer = enquiry.ok && enquiry.value.status !== 'unknown' ? enquiry.value : null;
  if (answer !== null) await applyReport(services, attempt, answer, handling);
  if (report.status !== 'successful') return true;
  if (answer?.status === 'successful') {
    if (areTwoPayments(report, answer)) await applyReport(services, attempt, report, handling);
    return true;
  }
  const isKept =
    answer === null &&
    matchesAttempt(report, attempt) &&
    !hasEnded(await applyReport(services, attempt, { ...report, status: 'pending' }, handling));
  await scheduleEarlyEnquiry(services, attempt);
  return answer !== null || isKept;
}

/** The gateway signed a success that it did not confirm: it is asked again soon, also about an attempt that has ended. */
async function scheduleEarlyEnquiry(services: Services, { id, gateway }: Attempt): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    const { state } = await trx.selectFrom('attempts').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    if (state === 'successful') return;
    const dueAt = hasEnded(state) ? nextFollowUp(now, now, 'unknown', 0) : nextEnquiry(now, 0);
    if (dueAt !== null) await bringJobForward(trx, { kind: 'enquire-attempt', subject: id, lane: gateway }, dueAt);
  });
}
