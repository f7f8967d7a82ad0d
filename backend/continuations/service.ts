import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { continuationCreate, continuationGet, continuationUse } from '@/lib/contract/continuation';
import { continuationLifetimeMs, type ContinuationStatus } from '@/lib/domain/payment/continuation';
import { success, type Result } from '@/lib/domain/result';
import { addMilliseconds } from '../clock';
import { inTransaction } from '../db/database';
import type { PaymentContinuationsTable } from '../db/tables';
import { refuse, type Refusal } from '../http/refusal';
import { findActiveAttempt, lockPayment } from '../payments/model';
import { productNameOf } from '../payments/product-name';
import { writeHistory } from '../payments/transitions';
import { createContinuationToken } from '../random-ids';
import type { Services } from '../services';

const purpose = 'payment continuation';

function digestOf({ encryption }: Services, token: string): string {
  return encryption.digest(token, purpose);
}

function statusOf(row: Pick<PaymentContinuationsTable, 'expires_at' | 'used_at'>, now: Date): ContinuationStatus {
  if (row.used_at !== null) return 'used';
  return now < row.expires_at ? 'open' : 'expired';
}

/**
 * Makes the link that continues a payment in another browser: continuation.create. A payment has one: a new one replaces the one before, used or
 * not. The token (130 random bits) is stored as a keyed digest. Security, row 63.
 */
export async function createContinuation(
  services: Services,
  { refid }: RequestOf<typeof continuationCreate>,
): Promise<Result<ResponseInputOf<typeof continuationCreate>, Refusal<ErrorCodeOf<typeof continuationCreate>>>> {
  return inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    if (payment === null) return refuse('unknown-payment');
    const { order, attempts } = payment;
    const now = services.clock.now();
    const isPayable = order.state === 'open' && !order.held_for_review;
    // The deadline is the gateway's as long as an attempt is under way.
    if (!isPayable || (now >= order.deadline && findActiveAttempt(attempts) === null)) return refuse('payment-ended');
    const token = createContinuationToken();
    const link = {
      token_digest: digestOf(services, token),
      expires_at: addMilliseconds(now, continuationLifetimeMs),
      used_at: null,
    };
    await trx
      .insertInto('payment_continuations')
      .values({ order_refid: refid, ...link })
      .onConflict((conflict) => conflict.column('order_refid').doUpdateSet(link))
      .execute();
    return success({ token, validUntil: link.expires_at.toISOString() });
  });
}

/** Reads what a link is for: continuation.get. It changes nothing, and names no reference of the payment, which opens it. */
export async function readContinuation(
  services: Services,
  { token, language }: RequestOf<typeof continuationGet>,
): Promise<Result<ResponseInputOf<typeof continuationGet>, Refusal<'unknown-continuation'>>> {
  const row = await services.db
    .selectFrom('payment_continuations')
    .innerJoin('orders', 'orders.refid', 'payment_continuations.order_refid')
    .select(['expires_at', 'used_at', 'partner_key', 'product_name', 'further_items', 'total'])
    .where('token_digest', '=', digestOf(services, token))
    .executeTakeFirst();
  if (row === undefined) return refuse('unknown-continuation');
  return success({
    status: statusOf(row, services.clock.now()),
    validUntil: row.expires_at.toISOString(),
    productname: productNameOf(row, language),
    totalAmount: row.total,
  });
}

/** Uses a link, once: continuation.use. One statement takes it, so that of two browsers one gets the payment. */
export async function takeContinuation(
  services: Services,
  { token }: RequestOf<typeof continuationUse>,
): Promise<Result<ResponseInputOf<typeof continuationUse>, Refusal<ErrorCodeOf<typeof continuationUse>>>> {
  const digest = digestOf(services, token);
  const at = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    const taken = await trx
      .updateTable('payment_continuations')
      .set({ used_at: at })
      .where('token_digest', '=', digest)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning('order_refid')
      .executeTakeFirst();
    if (taken !== undefined) {
      const refid = taken.order_refid;
      await writeHistory(trx, { refid, attemptId: null, state: 'continued-elsewhere', by: 'payer', at });
      return success({ refid });
    }
    const row = await trx
      .selectFrom('payment_continuations')
      .select(['expires_at', 'used_at'])
      .where('token_digest', '=', digest)
      .executeTakeFirst();
    if (row === undefined) return refuse('unknown-continuation');
    return refuse(row.used_at === null ? 'continuation-expired' : 'continuation-used');
  });
}
