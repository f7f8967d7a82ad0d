import type { Db } from '../db/database';
import { reversalsQuery, type Reversal } from './model';

/** Reversals that one request lists. */
const pageSize = 2_000;

/** Lists the next reversals of an export, oldest first, after the one with the id `after`. */
export async function listExportedReversals(db: Db, exportId: number, after: number): Promise<readonly Reversal[]> {
  return reversalsQuery(db)
    .where('reversals.export_id', '=', exportId)
    .where('reversals.id', '>', after)
    .orderBy('reversals.id')
    .limit(pageSize)
    .execute();
}
