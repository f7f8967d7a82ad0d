import { failure, type Result } from '@/lib/domain/result';
import { addMilliseconds, minuteMs } from '../clock';
import { findGateway, keepsCards, type TokenGateway } from '../gateways-in-use';
import type { AttemptOrder, GatewayError, GatewayReport } from '../gateways/gateway';
import type { Services } from '../services';
import type { Attempt } from './model';

/*
 * The charge of a card that its gateway keeps. What is charged is created, its id is stored, and then it is charged, once: a lost answer is asked
 * about, and never followed by a second charge.
 */

/** A charge that was sent is settled after this time: longer than its call takes. */
const answerMs = minuteMs;

/** Stores the gateway's id of what is charged, once, before it is charged: false if there is one, or the attempt has an outcome. */
export async function claimPreparedCharge(
  { db, clock }: Services,
  { id }: Attempt,
  paymentId: string,
): Promise<boolean> {
  const row = await db
    .updateTable('attempts')
    .set({ gateway_payment: paymentId, enquired_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'initiated')
    .where('gateway_payment', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Charges a saved card that its gateway keeps. 'refused': nothing was charged. 'unreachable': it may have been charged, and the attempt has the
 * gateway's id of it.
 */
export async function chargeKeptCard(
  services: Services,
  attempt: Attempt,
  order: AttemptOrder,
  { gateway: { tokens }, token }: { readonly gateway: TokenGateway; readonly token: string },
): Promise<Result<GatewayReport, GatewayError>> {
  const prepared = await tokens.prepareCharge(order, token);
  // A lost answer to this moves no money, and nothing is charged by it later.
  if (!prepared.ok || !(await claimPreparedCharge(services, attempt, prepared.value))) return failure('refused');
  const charged = await tokens.charge({ ...order, paymentId: prepared.value }, token);
  return charged.ok && charged.value.number !== attempt.number ? failure('unreachable') : charged;
}

/** Returns the gateway of an attempt whose payer has chosen a card that it keeps; null for any other attempt. */
export function findChargeOfKeptCard(
  { gateways }: Services,
  { method, gateway: name, is_merchant_initiated: isByAutoDebit }: Attempt,
): TokenGateway | null {
  const gateway = method === 'savedCard' && !isByAutoDebit ? findGateway(gateways, name) : null;
  return gateway !== null && keepsCards(gateway) ? gateway : null;
}

/** Whether the call that charges an attempt's card may still be answered: nothing is withdrawn meanwhile. */
export function mayBeCharging({ created_at: begunAt }: Attempt, now: Date): boolean {
  return now < addMilliseconds(begunAt, answerMs);
}

/**
 * Returns the report on an attempt: 'failed' in place of the 'cancelled' of a charge of a kept card, which no payer can cancel. It was withdrawn here,
 * because it was not made. An answer, a callback and an enquiry may each be the first to say so.
 */
export function readWithdrawnCharge(services: Services, attempt: Attempt, report: GatewayReport): GatewayReport {
  const isWithdrawn = report.status === 'cancelled' && findChargeOfKeptCard(services, attempt) !== null;
  return isWithdrawn ? { ...report, status: 'failed', reasonCode: 'not-charged' } : report;
}
