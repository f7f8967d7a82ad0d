import { sql, type OperationNodeSource } from 'kysely';
import type { Db, Trx } from './database';

/** A statement that changes rows and is not sent yet. */
export type Write = OperationNodeSource;

/** Writes by name: one may read what another returns from the table of its name. */
export type Writes = Readonly<Record<string, Write>>;

/**
 * Sends writes as one statement. Each sees the store as it was before all of them, so no two may change the same row, and none may rely on
 * the order in which they are done.
 */
export async function executeBatch(db: Db | Trx, writes: Writes): Promise<void> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`);
  if (parts.length > 0) await sql`with ${sql.join(parts)} select`.execute(db);
}
