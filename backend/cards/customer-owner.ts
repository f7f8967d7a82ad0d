import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database';

/** A customer as one partner identifies it: another partner's customer of the same account is another owner of cards. */
export interface CardCustomer {
  readonly partnerKey: string;
  readonly accountNumber: string;
}

/** Returns the owner of the cards that a customer of a partner has saved. Security, row 15. */
export function toCustomerOwner({ partnerKey, accountNumber }: CardCustomer): string {
  return `partner:${partnerKey}:${accountNumber}`;
}

/** Returns the customer who owns cards; null for a device, and for an owner of the release before, which has no partner. */
export function parseCustomerOwner(owner: string): CardCustomer | null {
  const parts = /^partner:([A-Z0-9-]+):(.+)$/.exec(owner);
  const [, partnerKey, accountNumber] = parts ?? [];
  return partnerKey === undefined || accountNumber === undefined ? null : { partnerKey, accountNumber };
}

/**
 * The condition that a row of `saved_cards` is an owner's. The release before stored an account without its partner: such a card belongs to
 * the partner whose payment saved it, in whose SQL transaction the row was created. A card that no payment accounts for is nobody's. The limit
 * makes PostgreSQL read each order's attempts by their index.
 */
export function ownedBy(owner: string): RawBuilder<boolean> {
  const customer = parseCustomerOwner(owner);
  if (customer === null) return sql<boolean>`saved_cards.owner = ${owner}`;
  const { partnerKey, accountNumber } = customer;
  return sql<boolean>`saved_cards.owner in (${owner}, ${accountNumber}) and (saved_cards.owner = ${owner} or exists (
    select from orders cross join lateral (
      select from attempts
      where attempts.order_refid = orders.refid and attempts.state = 'successful' and attempts.method = 'newCard'
        and saved_cards.created_at between attempts.confirmed_at and attempts.confirmed_at + interval '10 seconds'
      limit 1
    ) saving
    where orders.account_number = ${accountNumber} and orders.partner_key = ${partnerKey}
  ))`;
}

/** Lists the owners of an account's cards: its customers of all partners, and the account itself, as the release before stored it. */
export async function listAccountOwners(db: Db | Trx, accountNumber: string): Promise<readonly string[]> {
  const partners = await db.selectFrom('partners').select('key').orderBy('key').execute();
  return [accountNumber, ...partners.map(({ key }) => toCustomerOwner({ partnerKey: key, accountNumber }))];
}
