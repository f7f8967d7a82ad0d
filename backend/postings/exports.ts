import type { Db } from '../db/database';
import { postingsQuery, type Posting } from './model';

/** Postings that one request lists. */
const pageSize = 2_000;

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
