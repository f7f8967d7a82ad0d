import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, GatewayError, GatewayReport, GatewayTokens, VerificationReport } from '../gateway';
import { readObject, type ChipApi, type ChipResponse } from './api';
import { keptBrands, readKeptCard } from './kept-card';
import type { ChipMethod } from './methods';
import { createdSchema, isOpen, purchaseSchema, toReport, type ChipPurchase } from './purchase';
import type { ReadPurchase } from './refunds';
import { buildPurchase, type ChipMerchant } from './request';

/** A card of these, on CHIP's page or by a token. */
const cardMethod: ChipMethod = { whitelist: keptBrands, query: {} };

/** `invalid_recurring_token`: the card was deleted at CHIP, as its own plugin for WooCommerce reads it. */
const refusal = z.object({ code: z.enum(['purchase_charge_error', 'invalid_recurring_token']) });
/** CHIP's OpenAPI has one error there; its plugin reads a list. */
const refusalSchema = z.object({ __all__: z.union([refusal.transform((one) => [one]), z.array(refusal)]) });
const tokenSchema = z.object({ type: z.literal('purchase'), id: z.uuid(), is_recurring_token: z.boolean() });

/**
 * Errors after which a card must not be charged again, of CHIP's list (`transaction_data.attempts[].error.code` of its OpenAPI): those of Visa's
 * decline category 1, 'issuer will never approve' (codes 14, 15, 41, 43: docs of Checkout.com, Visa response code categories), and what only
 * the payer can renew, as Stripe says of `expired_card` (docs.stripe.com/declines/codes).
 */
const finalErrors: ReadonlySet<string> = new Set([
  ...['lost_card', 'stolen_card', 'invalid_card_number', 'invalid_issuer_number'],
  ...['transaction_not_permitted_to_cardholder', 'expired_card', 'recurring_token_expired', 'invalid_recurring_token'],
]);

/** CHIP's error of a card whose issuer wants 3-D Secure, of the same list: nobody is there to authenticate a charge by a token. */
const authenticationError = '3ds_authentication_failed';

/** What the calls about tokens share with the gateway's others. */
export interface TokenCalls {
  readonly merchant: ChipMerchant;
  /** Reads the purchase of an attempt from CHIP. */
  readonly readPurchase: ReadPurchase;
  /** Withdraws an attempt's purchase that nobody has paid; reports any other. */
  readonly withdraw: (order: AttemptOrder) => Promise<Result<GatewayReport, GatewayError>>;
  /** Whether a page may be shown to a payer. */
  readonly isPageUrl: (url: string) => boolean;
}

/**
 * CHIP's recurring tokens: a purchase with `is_recurring_token` is a token of its card, and pays another purchase by `POST purchases/{id}/charge/`.
 * A card is verified by a preauthorization (`skip_capture` with a total of 0): "only cardholder data verification will happen, without a
 * financial transaction", which "will enforce saving the client's card".
 */
export function createTokens(api: ChipApi, { merchant, readPurchase, withdraw, isPageUrl }: TokenCalls): GatewayTokens {
  async function create(order: AttemptOrder, changed: object) {
    const body = { ...buildPurchase(merchant, cardMethod, order), ...changed };
    const created = readObject(await api.post('purchases/', body), createdSchema);
    if (!created.ok) return created;
    const { reference, purchase } = created.value;
    const isAsAsked = reference === order.number && purchase.total === order.amount && purchase.currency === 'MYR';
    return isAsAsked ? created : failure('unreachable' as const);
  }

  async function settleCharge(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    const purchase = await readPurchase(order);
    if (!purchase.ok) return purchase;
    return isOpen(purchase.value) ? withdraw(order) : success(toReport(purchase.value));
  }

  /** CHIP has failed to charge: the purchase has the reason, and is not charged again in any case. */
  async function readFailedCharge(
    order: AttemptOrder,
    reasonCode: string,
  ): Promise<Result<GatewayReport, GatewayError>> {
    const settled = await settleCharge(order);
    if (!settled.ok || settled.value.status !== 'cancelled') return settled;
    return success({ ...settled.value, status: 'failed', reasonCode });
  }

  async function readCharge(order: AttemptOrder, answer: ChipResponse): Promise<Result<GatewayReport, GatewayError>> {
    const refused = answer.status === 400 ? refusalSchema.safeParse(answer.body).data?.__all__[0] : undefined;
    if (refused !== undefined) return readFailedCharge(order, refused.code);
    const charged = readObject(success(answer), purchaseSchema);
    if (!charged.ok) return charged;
    const { id, reference } = charged.value;
    const isOfCharge = id === order.paymentId && reference === order.number && !isOpen(charged.value);
    return isOfCharge ? success(toReport(charged.value)) : failure('unreachable');
  }

  return {
    async beginVerification(order) {
      const created = await create(order, { skip_capture: true });
      if (!created.ok) return created;
      const { id: paymentId, checkout_url: url } = created.value;
      if (!isPageUrl(url)) return failure('unreachable');
      const page = new URL(url);
      // A form that is sent by GET replaces the query of its address.
      const fields = Object.fromEntries(page.searchParams);
      return success({ request: { url: `${page.origin}${page.pathname}`, method: 'GET', fields }, paymentId });
    },

    async readVerification(order) {
      if (order.paymentId === null) return failure('refused');
      const answer = await api.get(`purchases/${order.paymentId}/`);
      const read = readObject(answer, purchaseSchema);
      if (!read.ok || !answer.ok) return read.ok ? failure('unreachable') : read;
      const isOfOrder = read.value.id === order.paymentId && read.value.reference === order.number;
      return isOfOrder ? success(toVerification(read.value, answer.value.body)) : failure('unreachable');
    },

    async prepareCharge(order) {
      const created = await create(order, {});
      return created.ok ? success(created.value.id) : created;
    },

    async charge(order, token) {
      if (order.paymentId === null) return failure('refused');
      const path = `purchases/${order.paymentId}/charge/`;
      const answer = await api.post(path, { recurring_token: token }, { isOnce: true });
      return answer.ok ? readCharge(order, answer.value) : answer;
    },
    settleCharge,

    async removeCard(token) {
      const isGone = (read: Result<z.output<typeof tokenSchema>, GatewayError>) =>
        read.ok && read.value.id === token && !read.value.is_recurring_token;
      if (isGone(readObject(await api.post(`purchases/${token}/delete_recurring_token/`, {}), tokenSchema))) {
        return success(null);
      }
      // The answer was lost, or the deletion takes longer at the acquirer: the purchase tells.
      const read = readObject(await api.get(`purchases/${token}/`), tokenSchema);
      if (!read.ok) return read;
      return isGone(read) ? success(null) : failure('unreachable');
    },

    isFinalDecline: (reasonCode) => finalErrors.has(reasonCode),
    needsPayer: (reasonCode) => reasonCode === authenticationError,
  };
}

/** A card is verified once it is preauthorized and can be charged: CHIP does not keep every card. */
function toVerification(purchase: ChipPurchase, body: unknown): VerificationReport {
  const report = toReport(purchase);
  if (purchase.status !== 'preauthorized') return { report, card: null };
  const card = readKeptCard(body, purchase.id);
  if (card === null) return { report: { ...report, status: 'failed', reasonCode: 'no-token' }, card };
  return { report: { ...report, status: 'successful' }, card };
}
