import { z } from 'zod';
import type { Order } from '../payments/model';
import type { Services } from '../services';
import { findSigningKey } from './keys';
import { partnerUserKeyOf, type Partner } from './model';
import { postSigned } from './signed-post';

export const customerTokenPurpose = 'customer token';

/** How often a partner that does not answer is asked about one order: visitors can open its page at will. */
export const maxCustomerChecks = 20;

/** How many checks of a partner's customers this process may have under way: pages of a partner that is silent must not use up all requests. */
export const maxConcurrentChecks = 10;

/** Milliseconds: the payer waits for the page meanwhile. */
const timeoutMs = 3_000;

/** Checks under way in this process, by partner. */
const underWay = new Map<string, Set<string>>();

const answerSchema = z.object({ valid: z.boolean() });

/**
 * Validates a customer's token with the partner once, if the partner requires it (`merchantTokenValidation`), and returns the updated
 * order. The partner responds `{"valid": true}` to a signed post of `paymentId`, `orderNumber`, `partneruserkey` and `token`. Without a
 * response the customer is not identified, and the next visit tries again: while a partner's server is down, its customers cannot use their
 * saved cards, but they can pay. The same holds while another check of the order, or too many of the partner's, are under way.
 */
export async function validateCustomerToken(services: Services, partner: Partner, order: Order): Promise<Order> {
  if (order.customer_check !== 'due') return order;
  const holds = await runAlone(partner.key, order.refid, async () =>
    (await claimCheck(services, order)) ? requestTokenValidation(services, partner, order) : null,
  );
  if (holds === null) return order;
  const change = { customer_check: holds ? 'passed' : 'refused', customer_token_sealed: null } as const;
  await services.db
    .updateTable('orders')
    .set(change)
    .where('refid', '=', order.refid)
    .where('customer_check', '=', 'due')
    .execute();
  return { ...order, ...change };
}

/** Runs a check unless one of the same order, or too many of the partner, are under way: then it returns null. */
async function runAlone<Value>(
  partnerKey: string,
  refid: string,
  check: () => Promise<Value | null>,
): Promise<Value | null> {
  const checked = underWay.get(partnerKey) ?? new Set();
  if (checked.has(refid) || checked.size >= maxConcurrentChecks) return null;
  underWay.set(partnerKey, checked.add(refid));
  try {
    return await check();
  } finally {
    checked.delete(refid);
    if (checked.size === 0) underWay.delete(partnerKey);
  }
}

/** Returns whether the partner may be asked about an order once more, and counts it. */
async function claimCheck({ db }: Services, { refid }: Order): Promise<boolean> {
  const claimed = await db
    .updateTable('orders')
    .set((row) => ({ customer_checks: row('customer_checks', '+', 1) }))
    .where('refid', '=', refid)
    .where('customer_checks', '<', maxCustomerChecks)
    .returning('refid')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns the partner's response; null if there is none. */
async function requestTokenValidation(services: Services, partner: Partner, order: Order): Promise<boolean | null> {
  const { token_check_url: url } = partner;
  const { customer_token_sealed: sealed } = order;
  const key = await findSigningKey(services, partner.key);
  if (url === null || sealed === null || key === null) return false;
  const body = JSON.stringify({
    paymentId: order.payment_id,
    orderNumber: order.partner_order_number,
    partneruserkey: partnerUserKeyOf(partner, order.customer),
    token: services.encryption.decrypt(sealed, customerTokenPurpose),
  });
  try {
    const answer = await postSigned(url, key, {
      ...{ purpose: 'customer-check', body, nonce: order.payment_id, timeoutMs },
    });
    const parsed = answer.status === 200 ? answerSchema.safeParse(JSON.parse(answer.text)) : null;
    return parsed?.success ? parsed.data.valid : null;
  } catch {
    return null;
  }
}
