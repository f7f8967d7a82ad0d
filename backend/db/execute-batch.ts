import { sql, type OperationNodeSource } from 'kysely';
import type { Db, Trx } from './database';

/** A statement that changes rows and has not been sent yet. */
export type Write = OperationNodeSource;

/** Writes by name: a write can select from the name of another one, which is its returned rows. */
export type Writes = Readonly<Record<string, Write>>;

/**
 * Executes writes as one statement (data-modifying CTEs). All of them see the same snapshot, so no two may change the same row, and their
 * order is undefined.
 */
export async function executeBatch(db: Db | Trx, writes: Writes): Promise<void> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`);
  if (parts.length > 0) await sql`with ${sql.join(parts)} select`.execute(db);
}
