import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentReturn } from '@/lib/contract/payment';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { success, type Result } from '@/lib/domain/result';
import {
  findReturnedVerification,
  isSignedReport,
  handleCardVerificationReport,
} from '../auto-debit/card-verification-returns';
import { findGateway, gatewaysOfCallback, gatewaysOfRoute } from '../gateways-in-use';
import type { Gateway, GatewayReport } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { enquireGateway, enquireAttempt } from './enquiries';
import { findAttempt, type Attempt } from './model';
import { readOutcome } from './outcome';
import { applyReport, currency } from './reports';
import type { Actor } from './transitions';

type Fields = Readonly<Record<string, string>>;
type ReturnResult = Result<ResponseInputOf<typeof paymentReturn>, Refusal<ErrorCodeOf<typeof paymentReturn>>>;

/** Whether a report has the attempt's number, amount and currency. Security, row 5. */
function matchesAttempt(report: GatewayReport, attempt: Attempt): boolean {
  return report.number === attempt.number && report.amount === attempt.amount && report.currency === currency;
}

/** Whether a report confirms money for an attempt, in any amount: it must not be lost. */
function confirmsAttempt(report: GatewayReport, attempt: Attempt): boolean {
  return report.verdict === 'successful' && report.number === attempt.number;
}

/** Applies money that does not match its attempt: it goes to review, unless it was booked already. */
async function applyUnmatchedPayment(
  services: Services,
  attempt: Attempt,
  report: GatewayReport,
  by: Actor,
): Promise<void> {
  await applyReport(services, attempt, report, { by, whenUnknown: null });
}

/**
 * Handles the return of a payer's browser from a gateway: payment.return. It is trusted only if signature, number, amount and currency
 * match, and money must be confirmed by an enquiry (security, row 4). Any other return causes an enquiry: if the gateway knows no payment,
 * the attempt fails.
 */
export async function handleReturn(
  services: Services,
  { route, fields }: RequestOf<typeof paymentReturn>,
): Promise<ReturnResult> {
  const attempt = await findReturnedAttempt(services, gatewaysOfRoute(services.gateways, route), fields);
  if (attempt === null) return handleCardVerificationReturn(services, route, fields);
  await processReturn(services, attempt, fields);
  return success({
    refid: attempt.order_refid,
    resultRoute: attempt.result_route,
    status: await readOutcome(services.db, attempt.order_refid),
  });
}

/** Handles a return from a card issuer's page during a card verification: the payer continues with the registration. */
async function handleCardVerificationReturn(
  services: Services,
  route: ResultRoute,
  fields: Fields,
): Promise<ReturnResult> {
  const check = await findReturnedVerification(services, gatewaysOfRoute(services.gateways, route), fields);
  if (check === null) return refuse('unknown-payment');
  await handleCardVerificationReport(services, check, 'return');
  return success({
    refid: check.order_refid,
    resultRoute: route,
    status: await readOutcome(services.db, check.order_refid),
    purpose: 'card-verification',
  });
}

async function findReturnedAttempt(
  services: Services,
  gateways: readonly { readonly name: string; readNumber(fields: Fields): string | null }[],
  fields: Fields,
): Promise<Attempt | null> {
  const number = gateways.map((gateway) => gateway.readNumber(fields)).find((found) => found !== null);
  const attempt = number === undefined || number === null ? null : await findAttempt(services.db, { number });
  return attempt !== null && gateways.some(({ name }) => name === attempt.gateway) ? attempt : null;
}

async function processReturn(services: Services, attempt: Attempt, fields: Fields): Promise<void> {
  const report = findGateway(services.gateways, attempt.gateway)?.verifyReport(fields);
  if (hasEnded(attempt.state)) {
    // An ended attempt is not enquired: knowing its number must not allow anybody to cause enquiries for ever.
    if (report?.ok && confirmsAttempt(report.value, attempt))
      await applyUnmatchedPayment(services, attempt, report.value, 'return');
    return;
  }
  if (report?.ok && matchesAttempt(report.value, attempt)) return processSignedReturn(services, attempt, report.value);
  await enquireAttempt(services, attempt, 'failed', { by: 'return', detail: 'return not believed' });
}

async function processSignedReturn(services: Services, attempt: Attempt, report: GatewayReport): Promise<void> {
  // A signed report without an outcome, such as eGHL's for a reloaded page, needs an enquiry.
  if (report.verdict === 'unknown') {
    await enquireAttempt(services, attempt, null, { by: 'return' });
    return;
  }
  if (report.verdict !== 'successful') {
    await applyReport(services, attempt, report, { by: 'return', whenUnknown: null });
    return;
  }
  const confirmed = await enquireGateway(services, attempt);
  // If the enquiry does not confirm the signed report, the attempt stays pending and is enquired again later: nothing is credited, nothing
  // is lost.
  const believed: GatewayReport =
    confirmed.ok && confirmed.value.verdict !== 'unknown' ? confirmed.value : { ...report, verdict: 'pending' };
  const state = await applyReport(services, attempt, believed, { by: 'return', whenUnknown: null });
  // The attempt has ended without this money, perhaps during the enquiry: the signed report goes to review.
  if (hasEnded(state) && believed.verdict !== 'successful')
    await applyUnmatchedPayment(services, attempt, report, 'return');
}

export type CallbackError = 'unknown-payment' | 'not-believed';

/** Handles a callback of a gateway's server, which is trusted by its signature. Unsigned callbacks are ignored. */
export async function handleCallback(
  services: Services,
  callback: string,
  fields: Fields,
): Promise<Result<null, CallbackError>> {
  const gateways = gatewaysOfCallback(services.gateways, callback);
  const attempt = await findReturnedAttempt(services, gateways, fields);
  if (attempt === null) return handleCardVerificationCallback(services, gateways, fields);
  const report = findGateway(services.gateways, attempt.gateway)?.verifyReport(fields);
  if (!report?.ok) return { ok: false, error: 'not-believed' };
  if (!matchesAttempt(report.value, attempt)) {
    if (confirmsAttempt(report.value, attempt))
      await applyUnmatchedPayment(services, attempt, report.value, 'callback');
    return { ok: false, error: 'not-believed' };
  }
  await applyReport(services, attempt, report.value, { by: 'callback', whenUnknown: null });
  return success(null);
}

async function handleCardVerificationCallback(
  services: Services,
  gateways: readonly Gateway[],
  fields: Fields,
): Promise<Result<null, CallbackError>> {
  const check = await findReturnedVerification(services, gateways, fields);
  if (check === null) return { ok: false, error: 'unknown-payment' };
  if (!isSignedReport(gateways, check, fields)) return { ok: false, error: 'not-believed' };
  await handleCardVerificationReport(services, check, 'callback');
  return success(null);
}
