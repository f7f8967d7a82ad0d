import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentReturn } from '@/lib/contract/payment';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { success, type Result } from '@/lib/domain/result';
import {
  findReturnedVerification,
  isSignedReport,
  handleCardVerificationReport,
  readReturnedNumber,
} from '../auto-debit/card-verification-returns';
import { recordUnsignedVerificationReturn } from '../auto-debit/card-verification-model';
import { applyDisputeReport } from '../chargebacks/service';
import { findGateway, gatewaysOfCallback, gatewaysOfRoute } from '../gateways-in-use';
import type { Gateway, GatewayReport } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import { hasUnstorableText } from '../http/unstorable-text';
import type { Services } from '../services';
import { confirmReport, matchesAttempt } from './confirmation';
import { findAttempt, findPaidBy, recordReturnWithoutOutcome, type Attempt } from './model';
import { readOutcome } from './outcome';
import { applyReport } from './reports';

type Fields = Readonly<Record<string, string>>;
type ReturnResult = Result<ResponseInputOf<typeof paymentReturn>, Refusal<ErrorCodeOf<typeof paymentReturn>>>;

/**
 * Verifies the fields of a return and reads the report; null if they are not signed, are for another attempt, or cannot be stored. A field that
 * is not read may have any character: banks pad names with them, and the money is as real.
 */
function readSignedReport(services: Services, attempt: Attempt, fields: Fields): GatewayReport | null {
  const report = findGateway(services.gateways, attempt.gateway)?.verifyReport(fields);
  if (!report?.ok || report.value.number !== attempt.number) return null;
  return hasUnstorableText(report.value) ? null : report.value;
}

/** 'done': applied, or confirmed by an enquiry. 'rejected': without effect. 'unconfirmed': the gateway must repeat it. */
type Handled = 'done' | 'rejected' | 'unconfirmed';

/**
 * Handles a signed report. A success, or a report without an outcome, is confirmed by an enquiry; any other is trusted if amount and currency
 * match (security, rows 4 and 5). For an attempt that has ended, only a success matters.
 */
async function handleSignedReport(
  services: Services,
  attempt: Attempt,
  report: ReturnType<typeof readSignedReport>,
  by: 'return' | 'callback',
): Promise<Handled> {
  if (report === null) return 'rejected';
  if (report.status === 'successful' || (report.status === 'unknown' && !hasEnded(attempt.state))) {
    return (await confirmReport(services, attempt, report, by)) ? 'done' : 'unconfirmed';
  }
  if (!matchesAttempt(report, attempt)) return 'rejected';
  await applyReport(services, attempt, report, { by, whenUnknown: null });
  return 'done';
}

/**
 * Handles the return of a payer's browser from a gateway: payment.return. A rejected return changes nothing and causes no enquiry:
 * anybody can send one (security, row 42). Like a signed one without an outcome (a request that was repeated), it is only recorded, so that the
 * gateway's 'not found' ends the attempt when the visit that began it opens the result.
 */
export async function handleReturn(
  services: Services,
  { route, fields }: RequestOf<typeof paymentReturn>,
): Promise<ReturnResult> {
  const attempt = await findReturnedAttempt(services, gatewaysOfRoute(services.gateways, route), fields);
  if (attempt === null) return handleCardVerificationReturn(services, route, fields);
  const report = readSignedReport(services, attempt, fields);
  const handled = await handleSignedReport(services, attempt, report, 'return');
  const hasOutcome = handled !== 'rejected' && report !== null && report.status !== 'unknown';
  if (!hasOutcome) await recordReturnWithoutOutcome(services.db, attempt, services.clock.now());
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
  const gateways = gatewaysOfRoute(services.gateways, route);
  const check = await findReturnedVerification(services, gateways, fields);
  if (check === null) return refuse('unknown-payment');
  if (isSignedReport(gateways, check, fields)) await handleCardVerificationReport(services, check, 'return');
  else await recordUnsignedVerificationReturn(services.db, check, services.clock.now());
  return success({
    refid: check.order_refid,
    resultRoute: route,
    status: await readOutcome(services.db, check.order_refid),
    purpose: 'card-verification',
  });
}

async function findReturnedAttempt(
  services: Services,
  gateways: readonly Pick<Gateway, 'name' | 'readNumber'>[],
  fields: Fields,
): Promise<Attempt | null> {
  const number = readReturnedNumber(gateways, fields);
  const attempt = number === null ? null : await findAttempt(services.db, { number });
  return attempt !== null && gateways.some(({ name }) => name === attempt.gateway) ? attempt : null;
}

/** Finds the attempt of a callback by the gateway's number of the money that it brought. */
async function findPaidAttempt(
  { db }: Services,
  gateways: readonly Pick<Gateway, 'name' | 'readGatewayReference'>[],
  fields: Fields,
): Promise<Attempt | null> {
  for (const gateway of gateways) {
    const reference = gateway.readGatewayReference?.(fields) ?? null;
    const id = reference === null ? null : await findPaidBy(db, gateway.name, reference);
    if (id !== null) return findAttempt(db, { id });
  }
  return null;
}

export type CallbackError = 'unknown-payment' | 'rejected' | 'unconfirmed';

/**
 * Handles a callback of a gateway's server. Money is confirmed by an enquiry, unsigned callbacks are ignored. 'unconfirmed': the gateway
 * should repeat it, since the enquiry failed.
 */
export async function handleCallback(
  services: Services,
  callback: string,
  fields: Fields,
): Promise<Result<null, CallbackError>> {
  const gateways = gatewaysOfCallback(services.gateways, callback);
  if (gateways.some((gateway) => gateway.isWithoutEffect?.(fields) === true)) return success(null);
  const attempt =
    (await findReturnedAttempt(services, gateways, fields)) ?? (await findPaidAttempt(services, gateways, fields));
  if (attempt === null) return handleCardVerificationCallback(services, gateways, fields);
  const dispute = findGateway(services.gateways, attempt.gateway)?.verifyDispute?.(fields) ?? null;
  if (dispute !== null) {
    const isApplied =
      dispute.ok && !hasUnstorableText(dispute.value) && (await applyDisputeReport(services, attempt, dispute.value));
    return isApplied ? success(null) : { ok: false, error: 'rejected' };
  }
  const report = readSignedReport(services, attempt, fields);
  const handled = await handleSignedReport(services, attempt, report, 'callback');
  return handled === 'done' ? success(null) : { ok: false, error: handled };
}

async function handleCardVerificationCallback(
  services: Services,
  gateways: readonly Gateway[],
  fields: Fields,
): Promise<Result<null, CallbackError>> {
  const check = await findReturnedVerification(services, gateways, fields);
  if (check === null) return { ok: false, error: 'unknown-payment' };
  if (!isSignedReport(gateways, check, fields)) return { ok: false, error: 'rejected' };
  const isHandled = await handleCardVerificationReport(services, check, 'callback');
  return isHandled ? success(null) : { ok: false, error: 'unconfirmed' };
}
