import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { linkCreate } from '@/lib/contract/orders';
import type { Refid } from '@/lib/domain/payment/references';
import { success, type Result } from '@/lib/domain/result';
import type { Db, Trx } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { createRefid } from '../random-ids';
import type { Services } from '../services';
import type { Partner } from './model';

/** Creates a direct link to a bill, with or without an amount. The bill is not looked up until the link is opened. */
export async function makeBillLink(
  services: Services,
  { accountNumber, amount }: Pick<RequestOf<typeof linkCreate>, 'accountNumber' | 'amount'>,
): Promise<{ readonly url: string }> {
  const refid = await writeBillLink(services.db, { accountNumber, amount }, services.clock.now());
  return { url: billLinkUrl(services, refid) };
}

/** Writes a direct link to a bill; returns its unguessable reference. */
export async function writeBillLink(
  db: Db | Trx,
  { accountNumber, amount }: Pick<RequestOf<typeof linkCreate>, 'accountNumber' | 'amount'>,
  now: Date,
): Promise<Refid> {
  const refid = createRefid();
  await db
    .insertInto('bill_links')
    .values({ refid, account_number: accountNumber, amount, order_refid: null, created_at: now })
    .execute();
  return refid;
}

/** Returns the address of a direct link to a bill. */
export function billLinkUrl({ publicOrigin }: Pick<Services, 'publicOrigin'>, refid: Refid): string {
  const url = new URL('/pay/direct/ebill', publicOrigin);
  url.searchParams.set('refid', refid);
  return url.href;
}

/**
 * Creates a link for a partner's server: link.create. Only the biller's own systems are allowed to, since a link shows a bill (security,
 * row 13).
 */
export async function createBillLink(
  services: Services,
  partner: Partner,
  request: RequestOf<typeof linkCreate>,
): Promise<Result<ResponseInputOf<typeof linkCreate>, Refusal<ErrorCodeOf<typeof linkCreate>>>> {
  return partner.may_link_bills ? success(await makeBillLink(services, request)) : refuse('not-allowed');
}
