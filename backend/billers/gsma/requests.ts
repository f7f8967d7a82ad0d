import { createHash } from 'node:crypto';
import { sen, type Sen } from '@/lib/domain/money';
import { inOneStatement, type Db } from '../../db/database';

/** A request to the biller, as it was made: a posting or its reversal. */
export interface GsmaRequest {
  readonly reference: string;
  readonly correlationId: string;
  readonly amount: Sen;
  /** The biller's name of the request; null while it has given none. */
  readonly serverCorrelationId: string | null;
}

/** Returns the correlation id of a reference: a UUID (RFC 9562, version 8) as unguessable as the reference, and always the same. */
export function correlationIdOf(reference: string): string {
  const digest = createHash('sha256').update(`ebill gsma ${reference}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Records a request before it is sent, once. */
export async function recordRequest(db: Db, reference: string, amount: Sen, now: Date): Promise<GsmaRequest> {
  const correlationId = correlationIdOf(reference);
  await inOneStatement(() =>
    db
      .insertInto('gsma_requests')
      .values({
        ...{ reference, amount, correlation_id: correlationId, server_correlation_id: null, requested_at: now },
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute(),
  );
  return { reference, correlationId, amount, serverCorrelationId: null };
}

/** Records the biller's name of a request. */
export async function recordServerCorrelationId(db: Db, reference: string, id: string): Promise<void> {
  await inOneStatement(() =>
    db
      .updateTable('gsma_requests')
      .set({ server_correlation_id: id })
      .where('reference', '=', reference)
      .where('server_correlation_id', 'is distinct from', id)
      .execute(),
  );
}

/** Finds a request; null if none was sent under this reference. */
export async function findRequest(db: Db, reference: string): Promise<GsmaRequest | null> {
  const row = await db
    .selectFrom('gsma_requests')
    .select(['reference', 'amount', 'correlation_id as correlationId', 'server_correlation_id as serverCorrelationId'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, amount: sen(row.amount) };
}

/** Returns the reference of a correlation id; null if it is unknown. */
export async function findReference(db: Db, correlationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('gsma_requests')
    .select('reference')
    .where('correlation_id', '=', correlationId.toLowerCase())
    .executeTakeFirst();
  return row?.reference ?? null;
}
