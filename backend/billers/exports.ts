import { sql } from 'kysely';
import type { BillerName } from '@/lib/configuration/biller';
import { inTransaction, type Db } from '../db/database';

/* What leaves for the biller as files: postings and mandates. A file has what was queued when its export was begun. */

const exportTables = { postings: 'posting_exports', mandates: 'mandate_exports' } as const;
export type Exported = keyof typeof exportTables;

/**
 * Marks everything queued as sent, as part of a new export, whose file can be written as often as it takes. Returns null if nothing is
 * queued.
 */
export async function beginExport(
  db: Db,
  exported: Exported,
  biller: BillerName,
  now: Date,
): Promise<{ readonly id: number; readonly count: number } | null> {
  return inTransaction(db, async (trx) => {
    // That of weeks may be in it.
    await sql`set local statement_timeout = 0`.execute(trx);
    const queued = await sql`select from ${sql.table(exported)} where state = 'queued' limit 1`.execute(trx);
    if (queued.rows.length === 0) return null;
    const { id } = await trx
      .insertInto(exportTables[exported])
      .values({ exported_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { numAffectedRows = 0n } = await sql`update ${sql.table(exported)}
      set state = 'sent', biller = ${biller}, sent_at = ${now}, export_id = ${id} where state = 'queued'`.execute(trx);
    return { id, count: Number(numAffectedRows) };
  });
}

/** The latest exports, newest first, with how much was in them, and how much of that has no final answer. */
export async function listExports(db: Db, exported: Exported) {
  const exports = exportTables[exported];
  const inFile = sql`from ${sql.table(exported)} where export_id = ${sql.ref(`${exports}.id`)}`;
  const rows = await db
    .selectFrom(exports)
    .select([
      'id',
      'exported_at',
      sql<number>`(select count(*) ${inFile})`.as('count'),
      sql<number>`(select count(*) ${inFile} and state not in ('accepted', 'refused'))`.as('unanswered'),
    ])
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ id, exported_at: at, count, unanswered }) => {
    return { id, exportedAt: at.toISOString(), count, unanswered };
  });
}
