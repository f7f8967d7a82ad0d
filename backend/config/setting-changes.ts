import type { Db, Trx } from '../db/database';

/** A change of one setting. */
export interface SettingChange {
  /** A field of the common config, `downtime TARGET` or `instalment-plans`. */
  readonly setting: string;
  /** JSON. Null: the default, or no downtime. */
  readonly value: unknown;
}

/** Changes that are listed. */
const listed = 100;

/** Records changes in the transaction that makes them. */
export async function recordChanges(trx: Trx, at: Date, changes: readonly SettingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ setting, value }) => ({
    ...{ at, setting },
    value: value === null ? null : JSON.stringify(value),
  }));
  await trx.insertInto('setting_changes').values(rows).execute();
}

/** Lists the latest changes, newest first; times ISO 8601. */
export async function listChanges(db: Db): Promise<readonly (SettingChange & { readonly at: string })[]> {
  const rows = await db
    .selectFrom('setting_changes')
    .select(['at', 'setting', 'value'])
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return rows.map(({ at, ...change }) => ({ at: at.toISOString(), ...change }));
}
