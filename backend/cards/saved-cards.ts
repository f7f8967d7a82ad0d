import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { favouriteCardSchema } from '@/lib/contract/payment';
import { parseCardExpiry, type CardBrand } from '@/lib/domain/card/card-fields';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { failure, success, type Result } from '@/lib/domain/result';
import type { Clock } from '../clock';
import type { Db, Trx } from '../db/database';
import type { SavedCardsTable } from '../db/tables';
import type { CardData } from '../gateways/gateway';
import { createCardId } from '../random-ids';
import type { DataEncryption } from '../data-encryption';
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
    needsCvv: true,
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

export interface SavedCards {
  list(db: Db | Trx, owner: string): Promise<readonly SavedCard[]>;
  /** Lists the cards of an account's customers, at whatever partner they were saved. */
  listOfAccount(db: Db | Trx, accountNumber: string): Promise<readonly SavedCard[]>;
  /** Decrypts a card of the owner, without a CVV, which is never stored. */
  load(
    owner: string,
    uniqueCardId: string,
  ): Promise<Result<CardData & { readonly brand: CardBrand; readonly card: SavedCard }, 'unknown-card'>>;
  prepare(owner: string, brand: CardBrand, card: CardData): CardToSave;
  /** Decrypts a prepared card, without a CVV. */
  decrypt(card: Pick<CardToSave, 'sealed' | 'expiry'>): CardData;
  /** Saves a card unless the owner already has it, or has the maximum number. Returns its id, or null. */
  save(trx: Trx, card: CardToSave, isOffline?: boolean): Promise<string | null>;
  remove(db: Db, owner: string, uniqueCardId: string): Promise<Result<null, 'unknown-card'>>;
}

/** Saved cards, encrypted at rest (AES-256-GCM). The owner is a customer of a partner, or a device. */
export function createSavedCards(db: Db, encryption: DataEncryption, clock: Clock): SavedCards {
  async function listRows(from: Db | Trx, owner: string): Promise<readonly Row[]> {
    return from.selectFrom('saved_cards').selectAll().where(ownedBy(owner)).orderBy('id').execute();
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
      return success({ ...unseal(row), brand: row.brand, card });
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
      const kept = await listRows(trx, card.owner);
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
    async remove(from, owner, uniqueCardId) {
      const removed = await from
        .deleteFrom('saved_cards')
        .where(ownedBy(owner))
        .where('unique_card_id', '=', uniqueCardId)
        .returning('unique_card_id')
        .executeTakeFirst();
      return removed === undefined ? failure('unknown-card') : success(null);
    },
  };
}
