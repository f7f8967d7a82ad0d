import { createHash } from 'node:crypto';
import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { orderCreate, partnerGet, themeGet } from '@/lib/contract/partners';
import { sen } from '@/lib/domain/money';
import { success, type Result } from '@/lib/domain/result';
import { inTransaction, type Db } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import type { Caller } from '../http/call-route';
import { createOrder } from '../payments/create';
import { methodsOf } from '../payments/offer';
import { loadPayment } from '../payments/model';
import type { Services } from '../services';
import { findPartner, isRegisteredAddress, quickPayPartner, type Partner } from './model';
import { defaultThemeColor, partnerSecretPurpose } from './register';
import { readOrderSignature, verifyOrder } from './signature';

async function partnerOfReference(
  services: Services,
  { partnerKey, refid, paymentId }: RequestOf<typeof themeGet>,
): Promise<Partner | null> {
  if (partnerKey !== undefined) return findPartner(services.db, partnerKey);
  if (refid === undefined && paymentId === undefined) return findPartner(services.db, quickPayPartner);
  const found = await loadPayment(services.db, refid === undefined ? { paymentId } : { refid });
  return found.ok ? findPartner(services.db, found.value.order.partner_key) : null;
}

/** Colour, logo and embedding of a partner: theme.get. */
export async function readTheme(
  services: Services,
  request: RequestOf<typeof themeGet>,
): Promise<Result<ResponseInputOf<typeof themeGet>, Refusal<ErrorCodeOf<typeof themeGet>>>> {
  const partner = await partnerOfReference(services, request);
  if (partner === null) return refuse('unknown-partner');
  return success({
    partnerKey: partner.key,
    partnerName: partner.name,
    ThemeColor: partner.theme_color || defaultThemeColor,
    LogoURL: partner.logo_url,
    frameAncestors: [...partner.registered_origins],
  });
}

/** Auto-debit texts and provider settings of a partner: partner.get. */
export async function readPartner(
  services: Services,
  { partnerKey }: RequestOf<typeof partnerGet>,
): Promise<Result<ResponseInputOf<typeof partnerGet>, Refusal<ErrorCodeOf<typeof partnerGet>>>> {
  const partner = await findPartner(services.db, partnerKey);
  if (partner === null) return refuse('unknown-partner');
  return success({
    partnerKey: partner.key,
    autoDebitPopupTitle: partner.auto_debit_title,
    autoDebitPopupMessage: partner.auto_debit_message,
    autoDebitThankYouMessage: partner.auto_debit_thank_you,
    providerKeys: [...methodsOf(services, { is_epp: true, customer: null })],
    merchantTokenValidation: partner.merchant_token_validation,
    makeUesCall: partner.make_ues_call,
  });
}

export type OrderRequest = RequestOf<typeof orderCreate>;
type OrderAnswer = ResponseInputOf<typeof orderCreate>;
type OrderCodes = Refusal<ErrorCodeOf<typeof orderCreate>>;

/** Tells whether a partner's server has signed a call, just now and for the first time. Security: partners' signatures. */
export async function checkOrderSignature(
  services: Services,
  request: OrderRequest,
  caller: Caller,
): Promise<Result<Partner, OrderCodes>> {
  const signed = readOrderSignature(caller.headers);
  if (signed === null) return refuse('unsigned');
  const partner = await findPartner(services.db, request.partnerKey);
  if (partner === null) return refuse('unknown-partner');
  if (partner.secret_sealed === null) return refuse('unsigned');
  const secret = services.sealer.open(partner.secret_sealed, partnerSecretPurpose);
  if (!verifyOrder(secret, signed, caller.rawBody, Date.now()).ok) return refuse('unsigned');
  return (await isFirstUse(services.db, partner.key, signed.nonce)) ? success(partner) : refuse('unsigned');
}

async function isFirstUse(db: Db, partnerKey: string, nonce: string): Promise<boolean> {
  const row = await db
    .insertInto('partner_nonces')
    .values({ partner_key: partnerKey, nonce, seen_at: new Date() })
    .onConflict((conflict) => conflict.columns(['partner_key', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

/** A partner's signed order: order.create. The partner's own number is the same order each time it is sent. */
export async function createSignedOrder(
  services: Services,
  request: OrderRequest,
  caller: Caller,
): Promise<Result<OrderAnswer, OrderCodes>> {
  const partner = await checkOrderSignature(services, request, caller);
  return partner.ok ? createPartnerOrder(services, partner.value, request) : partner;
}

/** Writes down an order of a partner, whose word on it and on its customer is believed. */
export async function createPartnerOrder(
  services: Services,
  partner: Partner,
  request: OrderRequest,
): Promise<Result<OrderAnswer, Refusal<'response-url-not-registered' | 'order-number-reused'>>> {
  const { responseURL } = request;
  if (responseURL !== undefined && !isRegisteredAddress(responseURL, partner.registered_origins)) {
    return refuse('response-url-not-registered');
  }
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  return inTransaction(services.db, async (trx) => {
    // Two orders of one number at once: the second waits here, and finds the first.
    await trx.selectFrom('partners').select('key').where('key', '=', partner.key).forUpdate().execute();
    const known = await trx
      .selectFrom('orders')
      .select(['payment_id', 'partner_order_digest'])
      .where('partner_key', '=', partner.key)
      .where('partner_order_number', '=', request.orderNumber)
      .executeTakeFirst();
    if (known !== undefined) {
      return known.partner_order_digest === digest
        ? success(toAnswer(services, known.payment_id))
        : refuse('order-number-reused');
    }
    const order = await createOrder(trx, toOrder(partner, request, digest), services.clock.now());
    return success(toAnswer(services, order.payment_id));
  });
}

function toAnswer(services: Services, paymentId: string): OrderAnswer {
  const url = new URL('/epayment/entry', services.publicOrigin);
  url.searchParams.set('paymentId', paymentId);
  return { paymentId, url: url.href };
}

function toOrder(partner: Partner, request: OrderRequest, digest: string) {
  const { customer } = request;
  return {
    partner,
    productName: request.productname ?? request.itemDescList[0]?.name ?? partner.name,
    items: request.itemDescList.map(({ name, amount }) => ({ name, amount: sen(amount) })),
    charges: request.additionalChargesList.map(({ name, amount }) => ({ name, amount: sen(amount) })),
    isBill: false,
    accountNumber: customer?.accountNumber ?? null,
    email: customer?.email ?? null,
    phoneNumber: customer?.phoneNumber ?? null,
    isEpp: request.isEpp,
    deadline: request.deadline === undefined ? null : new Date(request.deadline),
    customer: customer ?? null,
    partnerOrder: { number: request.orderNumber, digest },
    responseUrl: request.responseURL ?? null,
    responseCode: request.responseCode ?? null,
  };
}
