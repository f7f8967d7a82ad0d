import { randomBytes } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';
import { inTransaction, type Db } from '../db/database';
import type { Services } from '../services';

/** A partner's key is changed without a pause: the old one and the new one hold side by side, and no third. */
const maxActiveKeys = 2;
const secretPurpose = 'partner secret';

type KeyStore = Pick<Services, 'db' | 'encryption'>;

/** What both sides sign with. */
export interface PartnerSecret {
  readonly keyId: string;
  readonly secret: string;
}

/** Gives the secret of one of a partner's live keys; null for a key that is not live. */
export async function findSecret({ db, encryption }: KeyStore, partnerKey: string, keyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('partner_keys')
    .select('secret_sealed')
    .where('partner_key', '=', partnerKey)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row === undefined ? null : encryption.decrypt(row.secret_sealed, secretPurpose);
}

/**
 * Gives the key that we sign with for a partner: the older one of two, since the partner has it for certain as long as it is not retired. Null for
 * a partner without keys.
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

/** Gives the live keys of a partner without their secrets, the older first. */
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

/** Makes a key live beside the one that is; the secret is given once, here. Refused while two are live. */
export async function addKey(
  store: KeyStore,
  partnerKey: string,
  key: PartnerSecret = generateSecret(),
): Promise<Result<PartnerSecret, 'two-keys-live'>> {
  const [refused] = await addKeys(store, [{ partnerKey, ...key }]);
  return refused === undefined ? success(key) : failure('two-keys-live');
}

/** Makes keys of several partners live, one of each; one that is live stays so. Gives those that were refused, since two others are live. */
export async function addKeys<Key extends PartnerSecret & { readonly partnerKey: string }>(
  { db, encryption }: KeyStore,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  const partnerKeys = keys.map(({ partnerKey }) => partnerKey);
  return inTransaction(db, async (trx) => {
    // Two that add a key to one partner at once would each see room for theirs.
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

/** Takes a key out of use: from now on nothing signed with it is believed. Gives whether it was live. */
export async function retireKey(db: Db, partnerKey: string, keyId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('partner_keys')
    .where('partner_key', '=', partnerKey)
    .where('key_id', '=', keyId)
    .returning('key_id')
    .executeTakeFirst();
  return row !== undefined;
}
