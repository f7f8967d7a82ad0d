import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import type { Db } from '../db/database';

/** Lists current and future outages of methods, banks, wallets and carriers. */
export async function listDowntimes(db: Db, now: Date): Promise<readonly DowntimeWindow[]> {
  const rows = await db
    .selectFrom('downtimes')
    .select(['target', 'from_at', 'until_at'])
    .where('until_at', '>', now)
    .orderBy('from_at')
    .execute();
  return rows.map((row) => ({
    target: row.target,
    from: row.from_at.toISOString(),
    until: row.until_at.toISOString(),
  }));
}

/** Sets the outage of a target; null ends it. */
export async function setDowntime(
  db: Db,
  target: string,
  window: { readonly from: Date; readonly until: Date } | null,
): Promise<void> {
  await db.deleteFrom('downtimes').where('target', '=', target).execute();
  if (window === null) return;
  await db.insertInto('downtimes').values({ target, from_at: window.from, until_at: window.until }).execute();
}
