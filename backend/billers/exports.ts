import { sql } from 'kysely';
import type { BillerName } from '@/lib/configuration/biller';
import { inTransaction, type Db, type Trx } from '../db/database';

/*
 * What leaves for the biller as files: postings, with the reversals of postings that it has accepted, and mandates. A file has what was queued
 * when its export was begun.
 */

const exportTables = { postings: 'posting_exports', mandates: 'mandate_exports' } as const;
export type Exported = keyof typeof exportTables;

/** Of what is queued, what is exported: a reversal, only once the biller has accepted the posting that it takes back. */
const isReversalDue = sql`reversals.state = 'queued'
  and exists (select from postings where postings.id = reversals.posting_id and postings.state = 'accepted')`;

async function hasReversalsDue(trx: Trx): Promise<boolean> {
  const due = await sql`select from reversals where ${isReversalDue} limit 1`.execute(trx);
  return due.rows.length > 0;
}

/**
 * Marks everything queued as sent, as part of a new export, whose file can be written as often as it takes. Returns null if nothing is
 * queued.
 */
export async function beginExport(
  db: Db,
  exported: Exported,
  biller: BillerName,
  now: Date,
): Promise<{ readonly id: number; readonly count: number; readonly reversals: number } | null> {
  return inTransaction(db, async (trx) => {
    // That of weeks may be in it.
    await sql`set local statement_timeout = 0`.execute(trx);
    const queued = await sql`select from ${sql.table(exported)} where state = 'queued' limit 1`.execute(trx);
    const hasReversals = exported === 'postings' && (await hasReversalsDue(trx));
    if (queued.rows.length === 0 && !hasReversals) return null;
    const { id } = await trx
      .insertInto(exportTables[exported])
      .values({ exported_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { numAffectedRows = 0n } = await sql`update ${sql.table(exported)}
      set state = 'sent', biller = ${biller}, sent_at = ${now}, export_id = ${id} where state = 'queued'`.execute(trx);
    if (!hasReversals) return { id, count: Number(numAffectedRows), reversals: 0 };
    const sent = await sql`update reversals
      set state = 'sent', biller = ${biller}, sent_at = ${now}, export_id = ${id} where ${isReversalDue}`.execute(trx);
    return { id, count: Number(numAffectedRows), reversals: Number(sent.numAffectedRows ?? 0n) };
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
