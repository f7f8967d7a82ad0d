import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { favouriteCardSchema } from '@/lib/contract/payment';
import { parseCardExpiry, type CardBrand } from '@/lib/domain/card/card-fields';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { failure, success, type Result } from '@/lib/domain/result';
import type { Clock } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import type { SavedCardsTable } from '../db/tables';
import type { CardData, KeptCard } from '../gateways/gateway';
import { createCardId } from '../random-ids';
import type { DataEncryption } from '../data-encryption';
import { requestCardDeletion } from './card-deletions';
import { listAccountOwners, ownedBy } from './customer-owner';

/** The maximum number of saved cards of one customer. */
export const maximumSavedCards = 5;

const encryptionPurpose = 'saved card';
const encryptedDataSchema = z.object({ number: z.string(), name: z.string() });

type Row = Selectable<SavedCardsTable>;

function toSavedCard(row: Row, isDefault: boolean, now: string): SavedCard {
  return {
    uniqueCardId: row.unique_card_id,
    brand: row.brand,
    lastFour: row.last_four,
    expiry: row.expiry,
    isExpired: !parseCardExpiry(row.expiry, now).ok,
    isOffline: row.is_offline,
    // A gateway that keeps a card charges it without one.
    needsCvv: row.card_token === null,
    isDefault,
  };
}

/** Converts a saved card to the contract's format. */
export function toFavouriteCard({ brand, ...rest }: SavedCard): z.input<typeof favouriteCardSchema> {
  return { ...rest, cardBrand: brand };
}

/** An encrypted card, stored until its payment succeeds, or permanently. */
export interface CardToSave {
  readonly owner: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly expiry: string;
  readonly sealed: string;
  readonly fingerprint: string;
}

/** A saved card, with what its gateway needs to charge it. */
export type LoadedCard = { readonly brand: CardBrand; readonly card: SavedCard } & (
  { readonly kind: 'stored'; readonly data: CardData } | { readonly kind: 'kept'; readonly token: string }
);

/** The cards of owners, of those that the gateway of saved cards keeps, or of those that are stored here. */
export interface SavedCards {
  list(db: Db | Trx, owner: string): Promise<readonly SavedCard[]>;
  /** Lists the cards of an account's customers, at whatever partner they were saved. */
  listOfAccount(db: Db | Trx, accountNumber: string): Promise<readonly SavedCard[]>;
  /** Loads a card of the owner: its token, or its decrypted data without a CVV, which is never stored. */
  load(owner: string, uniqueCardId: string): Promise<Result<LoadedCard, 'unknown-card'>>;
  prepare(owner: string, brand: CardBrand, card: CardData): CardToSave;
  /** Decrypts a prepared card, without a CVV. */
  decrypt(card: Pick<CardToSave, 'sealed' | 'expiry'>): CardData;
  /** Saves a card unless the owner already has it, or has the maximum number. Returns its id, or null. */
  save(trx: Trx, card: CardToSave, isOffline?: boolean): Promise<string | null>;
  /**
   * Saves a card that the gateway keeps, of the payment `refid`; the same card saved before gets the new token. Returns its id, or null where the
   * owner has the maximum number. The gateway deletes what is not saved, and the replaced token.
   */
  saveKept(trx: Trx, owner: string, card: KeptCard, refid: string): Promise<string | null>;
  /** Removes a card of the owner. Its gateway deletes one that it keeps. */
  remove(owner: string, uniqueCardId: string): Promise<Result<null, 'unknown-card'>>;
  /** Removes all cards of owners, as `remove` does. Returns how many there were. */
  removeAll(trx: Trx, owners: readonly string[]): Promise<number>;
}

/**
 * Saved cards: encrypted at rest (AES-256-GCM), or kept by the gateway `keeper`, of which its token is stored. The owner is a customer of a
 * partner, or a device. Cards of another keeper are not offered.
 */
export function createSavedCards(
  db: Db,
  encryption: DataEncryption,
  clock: Clock,
  keeper: string | null = null,
): SavedCards {
  async function listRows(from: Db | Trx, owner: string, of: string | null = keeper): Promise<readonly Row[]> {
    return from
      .selectFrom('saved_cards')
      .selectAll()
      .where(ownedBy(owner))
      .where('gateway', of === null ? 'is' : '=', of)
      .orderBy('id')
      .execute();
  }

  async function deleteAtGateways(
    trx: Trx,
    removed: readonly Pick<Row, 'gateway' | 'card_token'>[],
    refid: string | null = null,
  ): Promise<void> {
    for (const { gateway, card_token: token } of removed) {
      if (gateway !== null && token !== null) await requestCardDeletion(trx, { gateway, token, refid }, clock.now());
    }
  }

  async function insertKept(trx: Trx, gateway: string, owner: string, card: KeptCard): Promise<string | null> {
    const shown = `${gateway} ${card.brand} ${card.lastFour} ${card.expiry}`;
    const known = await trx
      .selectFrom('saved_cards')
      .selectAll()
      .where('owner', '=', owner)
      .where('fingerprint', '=', encryption.digest(shown, 'kept card'))
      .forUpdate()
      .executeTakeFirst();
    if (known !== undefined) {
      await trx.updateTable('saved_cards').set({ card_token: card.token }).where('id', '=', known.id).execute();
      if (known.card_token !== card.token) await deleteAtGateways(trx, [known]);
      return known.unique_card_id;
    }
    if ((await listRows(trx, owner)).length >= maximumSavedCards) return null;
    const row = await trx
      .insertInto('saved_cards')
      .values({
        ...{ unique_card_id: createCardId(), owner, brand: card.brand, last_four: card.lastFour, expiry: card.expiry },
        ...{ sealed: null, fingerprint: encryption.digest(shown, 'kept card'), is_offline: false },
        ...{ created_at: clock.now(), gateway, card_token: card.token },
      })
      // Another payment has just saved it.
      .onConflict((conflict) => conflict.columns(['owner', 'fingerprint']).doNothing())
      .returning('unique_card_id')
      .executeTakeFirst();
    return row?.unique_card_id ?? null;
  }

  function unseal({ sealed, expiry }: Pick<CardToSave, 'sealed' | 'expiry'>): CardData {
    const { number, name } = encryptedDataSchema.parse(JSON.parse(encryption.decrypt(sealed, encryptionPurpose)));
    return { number, name, expiry, cvv: null };
  }

  return {
    async list(from, owner) {
      const now = clock.now().toISOString();
      const rows = await listRows(from, owner);
      return rows.map((row, index) => toSavedCard(row, index === 0, now));
    },
    async listOfAccount(from, accountNumber) {
      const owners = await listAccountOwners(from, accountNumber);
      const now = clock.now().toISOString();
      const rows = await from
        .selectFrom('saved_cards')
        .selectAll()
        .where('owner', 'in', owners)
        .orderBy('id')
        .execute();
      return rows.map((row) => toSavedCard(row, false, now));
    },
    async load(owner, uniqueCardId) {
      const rows = await listRows(db, owner);
      const index = rows.findIndex((row) => row.unique_card_id === uniqueCardId);
      const row = rows[index];
      if (row === undefined) return failure('unknown-card');
      const card = toSavedCard(row, index === 0, clock.now().toISOString());
      const { brand, sealed, card_token: token, expiry } = row;
      if (token !== null) return success({ kind: 'kept', token, brand, card });
      if (sealed === null) throw new Error('a saved card that is neither stored nor kept');
      return success({ kind: 'stored', data: unseal({ sealed, expiry }), brand, card });
    },
    decrypt: unseal,
    prepare(owner, brand, { number, name, expiry }) {
      return {
        owner,
        brand,
        lastFour: number.slice(-4),
        expiry,
        sealed: encryption.encrypt(JSON.stringify({ number, name }), encryptionPurpose),
        fingerprint: encryption.digest(number, 'card number'),
      };
    },
    async save(trx, card, isOffline = false) {
      const kept = await listRows(trx, card.owner, null);
      if (kept.length >= maximumSavedCards) return null;
      // The release before may have saved it, under an owner without a partner.
      const known = kept.find(({ fingerprint }) => fingerprint === card.fingerprint);
      if (known !== undefined) {
        const renewed = { expiry: card.expiry, sealed: card.sealed };
        await trx.updateTable('saved_cards').set(renewed).where('id', '=', known.id).execute();
        return known.unique_card_id;
      }
      const row = await trx
        .insertInto('saved_cards')
        .values({
          unique_card_id: createCardId(),
          owner: card.owner,
          brand: card.brand,
          last_four: card.lastFour,
          expiry: card.expiry,
          sealed: card.sealed,
          fingerprint: card.fingerprint,
          is_offline: isOffline,
          created_at: clock.now(),
        })
        .onConflict((conflict) =>
          conflict.columns(['owner', 'fingerprint']).doUpdateSet({ expiry: card.expiry, sealed: card.sealed }),
        )
        .returning('unique_card_id')
        .executeTakeFirst();
      return row?.unique_card_id ?? null;
    },
    async saveKept(trx, owner, card, refid) {
      const saved = keeper === null ? null : await insertKept(trx, keeper, owner, card);
      if (saved === null) await deleteAtGateways(trx, [{ gateway: keeper, card_token: card.token }], refid);
      return saved;
    },
    async remove(owner, uniqueCardId) {
      return inTransaction(db, async (trx) => {
        const removed = await trx
          .deleteFrom('saved_cards')
          .where(ownedBy(owner))
          .where('unique_card_id', '=', uniqueCardId)
          .returning(['gateway', 'card_token'])
          .execute();
        await deleteAtGateways(trx, removed);
        return removed.length === 0 ? failure('unknown-card') : success(null);
      });
    },
    async removeAll(trx, owners) {
      const removed = await trx
        .deleteFrom('saved_cards')
        .where('owner', 'in', owners)
        .returning(['gateway', 'card_token'])
        .execute();
      await deleteAtGateways(trx, removed);
      return removed.length;
    },
  };
}
