import { sql } from 'kysely';
import type { BillerName } from '@/lib/configuration/biller';
import { inTransaction, type Db } from '../db/database';
import { postingsQuery, type Posting } from './model';

/** Postings that one request lists. */
const pageSize = 2_000;

export interface PostingExport {
  readonly id: number;
  readonly postings: number;
}

/**
 * Marks every queued posting as sent, as part of a new export, whose file can be written as often as it takes. Returns null if none is
 * queued.
 */
export async function beginExport(db: Db, biller: BillerName, now: Date): Promise<PostingExport | null> {
  return inTransaction(db, async (trx) => {
    // The payments of weeks may be in it.
    await sql`set local statement_timeout = 0`.execute(trx);
    const queued = await trx
      .selectFrom('postings')
      .select('id')
      .where('state', '=', 'queued')
      .limit(1)
      .executeTakeFirst();
    if (queued === undefined) return null;
    const { id } = await trx
      .insertInto('posting_exports')
      .values({ exported_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { numUpdatedRows } = await trx
      .updateTable('postings')
      .set({ state: 'sent', biller, sent_at: now, export_id: id })
      .where('state', '=', 'queued')
      .executeTakeFirst();
    return { id, postings: Number(numUpdatedRows) };
  });
}

/** What a file of payments is about: an export, or what was paid from `from` (inclusive) to `until` (exclusive), in any state. */
export type ExportedPostings = { readonly exportId: number } | { readonly from: Date; readonly until: Date };

/** Lists the next postings of a file, oldest first, after the one with the id `after`. */
export async function listExported(db: Db, which: ExportedPostings, after: number): Promise<readonly Posting[]> {
  const next = postingsQuery(db).where('postings.id', '>', after).orderBy('postings.id').limit(pageSize);
  const chosen =
    'exportId' in which
      ? next.where('postings.export_id', '=', which.exportId)
      : next.where('credits.at', '>=', which.from).where('credits.at', '<', which.until);
  return chosen.execute();
}

/** The latest exports, newest first, with how many of their postings have no final answer. */
export async function listExports(db: Db) {
  const rows = await db
    .selectFrom('posting_exports')
    .select(['id', 'exported_at as exportedAt'])
    .select((row) => [
      row
        .selectFrom('postings')
        .whereRef('postings.export_id', '=', 'posting_exports.id')
        .select((one) => one.cast<number>(one.fn.countAll(), 'bigint').as('count'))
        .as('postings'),
      row
        .selectFrom('postings')
        .whereRef('postings.export_id', '=', 'posting_exports.id')
        .where('state', 'not in', ['accepted', 'refused'])
        .select((one) => one.cast<number>(one.fn.countAll(), 'bigint').as('count'))
        .as('unanswered'),
    ])
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ exportedAt, ...row }) => ({ ...row, exportedAt: exportedAt.toISOString() }));
}
