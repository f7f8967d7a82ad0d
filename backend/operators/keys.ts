import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Db } from '../db/database';
import type { Services } from '../services';
import { recordAction } from './actions';
import type { Operator } from './model';

/*
 * The key of a named operator is 256 random bits, so that a plain digest protects the stored one. It is looked up by that digest, of which
 * nobody can choose a part: the time of the look-up tells nothing of a key.
 */
const keyPrefix = 'operator-';

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the enabled operator of a key; null if there is none. */
export async function findOperatorOfKey(db: Db, key: string): Promise<Operator | null> {
  if (!key.startsWith(keyPrefix)) return null;
  const digest = digestOf(key);
  const row = await db
    .selectFrom('operators')
    .select(['name', 'key_digest'])
    .where('key_digest', '=', digest.toString('base64url'))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(Buffer.from(row.key_digest, 'base64url'), digest)) return null;
  return { isNamed: true, name: row.name };
}

/**
 * Adds a named operator, or enables a disabled one again with another key. Returns the key, which is stored nowhere; refused for an operator who is
 * enabled.
 */
export async function addOperator(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  name: string,
  by: Operator,
): Promise<Result<{ readonly name: string; readonly key: string }, 'enabled-already'>> {
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`;
  const digest = digestOf(key).toString('base64url');
  const at = clock.now();
  return inTransaction(db, async (trx) => {
    const added = await trx
      .insertInto('operators')
      .values({ name, key_digest: digest, created_at: at, disabled_at: null })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ key_digest: digest, created_at: at, disabled_at: null })
          .where('operators.disabled_at', 'is not', null),
      )
      .returning('name')
      .executeTakeFirst();
    if (added === undefined) return failure('enabled-already');
    await recordAction(trx, { operator: by, action: 'operator-added', subject: name, reason: null, at });
    return success({ name, key });
  });
}

/** Disables a named operator: the key is refused from now on, and what was done under the name stays recorded. Returns whether it was enabled. */
export async function disableOperator(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  name: string,
  by: Operator,
): Promise<boolean> {
  const at = clock.now();
  return inTransaction(db, async (trx) => {
    const disabled = await trx
      .updateTable('operators')
      .set({ disabled_at: at })
      .where('name', '=', name)
      .where('disabled_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (disabled === undefined) return false;
    await recordAction(trx, { operator: by, action: 'operator-disabled', subject: name, reason: null, at });
    return true;
  });
}

/** Lists the named operators by name; times are ISO 8601, `keyMadeAt` that of the present key. */
export async function listOperators(db: Db) {
  const rows = await db.selectFrom('operators').select(['name', 'created_at', 'disabled_at']).orderBy('name').execute();
  return rows.map((row) => ({
    name: row.name,
    keyMadeAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  }));
}
