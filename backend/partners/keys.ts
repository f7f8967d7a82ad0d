import { randomBytes } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Db } from '../db/database';
import type { Services } from '../services';

/** Two active keys allow rotation without downtime. */
const maxActiveKeys = 2;
const secretPurpose = 'partner secret';

type KeyStore = Pick<Services, 'db' | 'encryption'>;

/** A shared signing secret. */
export interface PartnerSecret {
  readonly keyId: string;
  readonly secret: string;
}

/** Returns the secret of an active key of a partner; null if the key is not active. */
export async function findSecret(
  { db, encryption }: KeyStore,
  partnerKey: string,
  keyId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('partner_keys')
    .select('secret_sealed')
    .where('partner_key', '=', partnerKey)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row === undefined ? null : encryption.decrypt(row.secret_sealed, secretPurpose);
}

/**
 * Returns the key with which we sign messages to a partner: the older one of two, since the partner certainly has it until it is retired.
 * Null for a partner without keys.
 */
export async function findSigningKey({ db, encryption }: KeyStore, partnerKey: string): Promise<PartnerSecret | null> {
  const row = await db
    .selectFrom('partner_keys')
    .select(['key_id', 'secret_sealed'])
    .where('partner_key', '=', partnerKey)
    .orderBy('created_at')
    .orderBy('key_id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { keyId: row.key_id, secret: encryption.decrypt(row.secret_sealed, secretPurpose) };
}

/** Lists a partner's active keys without their secrets, oldest first. */
export async function listKeys(
  db: Db,
  partnerKey: string,
): Promise<readonly { readonly keyId: string; readonly createdAt: string }[]> {
  const rows = await db
    .selectFrom('partner_keys')
    .select(['key_id', 'created_at'])
    .where('partner_key', '=', partnerKey)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(({ key_id, created_at }) => ({ keyId: key_id, createdAt: created_at.toISOString() }));
}

export function generateSecret(): PartnerSecret {
  return { keyId: `key-${randomBytes(6).toString('hex')}`, secret: randomBytes(32).toString('base64url') };
}

/** Adds an active key. The secret is returned only here. Refused if two keys are active. */
export async function addKey(
  store: KeyStore,
  partnerKey: string,
  key: PartnerSecret = generateSecret(),
): Promise<Result<PartnerSecret, 'two-keys-live'>> {
  const [refused] = await addKeys(store, [{ partnerKey, ...key }]);
  return refused === undefined ? success(key) : failure('two-keys-live');
}

/**
 * Adds active keys of several partners, one each; existing keys are kept. Returns the refused ones, whose partners have two other active
 * keys.
 */
export async function addKeys<Key extends PartnerSecret & { readonly partnerKey: string }>(
  { db, encryption }: KeyStore,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  const partnerKeys = keys.map(({ partnerKey }) => partnerKey);
  return inTransaction(db, async (trx) => {
    // Locks the partners: concurrent calls must not exceed the limit.
    await trx.selectFrom('partners').select('key').where('key', 'in', partnerKeys).orderBy('key').forUpdate().execute();
    const live = await trx
      .selectFrom('partner_keys')
      .select(['partner_key', 'key_id'])
      .where('partner_key', 'in', partnerKeys)
      .execute();
    const liveOf = ({ partnerKey }: Key) => live.filter(({ partner_key }) => partner_key === partnerKey);
    const missing = keys.filter((key) => liveOf(key).every(({ key_id }) => key_id !== key.keyId));
    const added = missing.filter((key) => liveOf(key).length < maxActiveKeys);
    const rows = added.map(({ partnerKey, keyId, secret }) => ({
      partner_key: partnerKey,
      key_id: keyId,
      secret_sealed: encryption.encrypt(secret, secretPurpose),
      created_at: new Date(),
    }));
    if (rows.length > 0) await trx.insertInto('partner_keys').values(rows).execute();
    return missing.filter((key) => !added.includes(key));
  });
}

/** Retires a key: signatures with it are no longer accepted. Returns whether it was active. */
export async function retireKey(db: Db, partnerKey: string, keyId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('partner_keys')
    .where('partner_key', '=', partnerKey)
    .where('key_id', '=', keyId)
    .returning('key_id')
    .executeTakeFirst();
  return row !== undefined;
}
