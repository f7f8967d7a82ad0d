import type { OrdersTable, PartnersTable, PartnerCustomer } from '../db/tables';
import type { Db, Trx } from '../db/database';
import type { Selectable } from 'kysely';

export type Partner = Selectable<PartnersTable>;

export async function findPartner(db: Db | Trx, key: string): Promise<Partner | null> {
  const row = await db.selectFrom('partners').selectAll().where('key', '=', key).executeTakeFirst();
  return row ?? null;
}

/** Whether a URL is on one of the partner's registered origins; the registered port `*` matches any port. */
export function isRegisteredUrl(url: string, registeredOrigins: readonly string[]): boolean {
  // Without both slashes it is a path of our own site to a page that is served by the same scheme (WHATWG URL).
  if (/[\s\\@]/.test(url) || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  return registeredOrigins.some((registered) => {
    const withoutPort = /^(https?:\/\/[^/:]+):\*$/.exec(registered)?.[1];
    return withoutPort === undefined ? origin === registered : `${protocol}//${hostname}` === withoutPort;
  });
}

/**
 * Returns the address to which the result of an order is handed over; null if the order has none, or its origin is no longer registered.
 * Security, row 25.
 */
export function returnUrlOf(
  { response_url: url }: Pick<Selectable<OrdersTable>, 'response_url'>,
  { registered_origins: origins }: Pick<Partner, 'registered_origins'>,
): string | null {
  return url !== null && isRegisteredUrl(url, origins) ? url : null;
}

/** Returns the partner's id of a customer. Specification, section 6: one partner sends it in the profile entry `accountid`. */
export function partnerUserKeyOf(
  partner: Pick<Partner, 'user_key_from'>,
  customer: PartnerCustomer | null,
): string | null {
  if (customer === null) return null;
  if (partner.user_key_from === 'partneruserkey') return customer.partneruserkey ?? null;
  return customer.profile.find(({ key }) => key.toLowerCase() === 'accountid')?.value ?? null;
}
