import { createHash } from 'node:crypto';
import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { orderCancel, orderCreate, orderGet } from '@/lib/contract/orders';
import { toDisplayText } from '@/lib/domain/display-text';
import { sen } from '@/lib/domain/money';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { success, type Result } from '@/lib/domain/result';
import type { AccountBill } from '../billers/biller';
import { toOrderBill } from '../bills/order-bill';
import { lockAccountState, type AccountState } from '../bills/repeat-guard';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import type { CustomerCheck } from '../db/tables';
import { canonicalJson } from '../http/canonical-json';
import { refuse, type Refusal } from '../http/refusal';
import { cancelPayment } from '../payments/cancel';
import { createOrder } from '../payments/create-order';
import type { Order } from '../payments/model';
import { loadUpToDatePayment } from '../payments/result';
import { sumRefunded } from '../refunds/model';
import type { Services } from '../services';
import { customerTokenPurpose } from './customer-token';
import { isRegisteredUrl, type Partner } from './model';
import { describeOrder, type OrderDetails } from './order-details';

export type OrderRequest = RequestOf<typeof orderCreate>;
type OrderResponse = ResponseInputOf<typeof orderCreate>;
type OrderRefusal = Refusal<Exclude<keyof (typeof orderCreate)['errors'], 'unsigned' | 'unknown-partner'>>;

/** The maximum time to an order's deadline, ms. */
const maxDeadlineMs = 90 * dayMs;

/** The digests by which an order of a known number is compared. */
interface OrderDigests {
  /** Of the order as it was sent. */
  readonly sent: string;
  /** Of the parsed order. The release before stores no other; what it parses may differ. */
  readonly parsed: string;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Creates an order of an authenticated partner, whose data on the order and its customer is trusted: order.create. Idempotent by the
 * partner's order number. `sent` is the body before it is parsed by the contract.
 */
export async function createPartnerOrder(
  services: Services,
  partner: Partner,
  request: OrderRequest,
  sent: unknown,
): Promise<Result<OrderResponse, OrderRefusal>> {
  const digests = { sent: digestOf(canonicalJson(sent)), parsed: digestOf(JSON.stringify(request)) };
  const { billAccount } = request;
  const readAt = services.clock.now();
  // A retry needs no biller.
  const isNew = (await findKnownOrder(services.db, partner, request)) === undefined;
  const bill = billAccount === undefined || !isNew ? null : await services.biller.findBill(billAccount);
  return inTransaction(services.db, async (trx) => {
    // Lock: of two concurrent orders with one number, the second waits here and finds the first.
    await trx.selectFrom('partners').select('key').where('key', '=', partner.key).forUpdate().execute();
    const known = await findKnownOrder(trx, partner, request);
    if (known !== undefined) {
      return isSameOrder(known, digests)
        ? success(toResponse(services, known.payment_id))
        : refuse('order-number-reused');
    }
    const refusal = validateOrder(services, partner, request) ?? validateBill(request, bill);
    if (refusal !== null) return refusal;
    const state = bill && (await lockAccountState(trx, bill, readAt));
    const order = await createOrder(
      trx,
      toOrder(services, partner, request, bill, state, digests),
      services.clock.now(),
    );
    return success(toResponse(services, order.payment_id));
  });
}

async function findKnownOrder(db: Db | Trx, partner: Partner, { orderNumber }: OrderRequest) {
  return db
    .selectFrom('orders')
    .select(['payment_id', 'partner_order_digest', 'partner_order_sent_digest'])
    .where('partner_key', '=', partner.key)
    .where('partner_order_number', '=', orderNumber)
    .executeTakeFirst();
}

function isSameOrder(
  known: Pick<Order, 'partner_order_digest' | 'partner_order_sent_digest'>,
  { sent, parsed }: OrderDigests,
): boolean {
  const knownSent = known.partner_order_sent_digest;
  return knownSent === null ? known.partner_order_digest === parsed : knownSent === sent;
}

function totalOf({ itemDescList, additionalChargesList }: OrderRequest): number {
  return [...itemDescList, ...additionalChargesList].reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Validates a new order: the partner's limits, its registered origins, the deadline, the methods. Returns the refusal; null if the order is
 * valid.
 */
function validateOrder(services: Services, partner: Partner, request: OrderRequest) {
  const now = services.clock.now();
  const { responseURL, webhookURL, deadline } = request;
  if (responseURL !== undefined && !isRegisteredUrl(responseURL, partner.registered_origins)) {
    return refuse('response-url-not-registered');
  }
  if (webhookURL !== undefined) {
    const isRegistered = isRegisteredUrl(webhookURL, partner.registered_origins);
    if (!isRegistered || !services.isPartnerAddress(webhookURL)) return refuse('webhook-url-not-registered');
  }
  const total = totalOf(request);
  const { minimum_amount: minimum, maximum_amount: maximum } = partner;
  if (total < minimum) return refuse('amount-not-allowed', { limit: 'belowMinimum', figure: minimum });
  if (total > maximum) return refuse('amount-not-allowed', { limit: 'aboveMaximum', figure: maximum });
  if (deadline !== undefined) {
    const at = new Date(deadline);
    if (at <= now || at > addMilliseconds(now, maxDeadlineMs)) return refuse('deadline-not-allowed');
  }
  return requestedMethods(partner, request)?.length === 0 ? refuse('method-unavailable') : null;
}

/** Refuses an order whose money the biller would not take; null if it pays no bill, or one that can be paid. */
function validateBill({ billAccount }: OrderRequest, bill: AccountBill | null) {
  if (billAccount === undefined) return null;
  if (bill === null) return refuse('unknown-account');
  if (bill.accountStatus === 'closed') return refuse('account-closed');
  if (bill.standing === 'blacklisted') return refuse('account-blacklisted');
  return bill.standing === 'processing' ? refuse('already-processing') : null;
}

/** The requested methods that the partner may offer; null for all. */
function requestedMethods(
  { provider_keys: allowed }: Partner,
  { providerKeys: wanted }: OrderRequest,
): readonly PaymentMethod[] | null {
  if (wanted === undefined) return allowed;
  return wanted.filter((method) => allowed === null || allowed.includes(method));
}

function toResponse(services: Services, paymentId: string): OrderResponse {
  const url = new URL('/epayment/entry', services.publicOrigin);
  url.searchParams.set('paymentId', paymentId);
  return { paymentId, url: url.href };
}

function toOrder(
  services: Services,
  partner: Partner,
  request: OrderRequest,
  bill: AccountBill | null,
  state: AccountState | null,
  digests: OrderDigests,
) {
  const { token, ...customer } = request.customer ?? { token: undefined };
  // Security, row 55. What nobody could read is shown under the partner's name.
  const toName = (name: string) => toDisplayText(name) || partner.name;
  return {
    partner,
    productName: toName(request.productname ?? request.itemDescList[0]?.name ?? ''),
    furtherItems: request.productname === undefined ? request.itemDescList.length - 1 : 0,
    items: request.itemDescList.map(({ name, amount }) => ({ name: toName(name), amount: sen(amount) })),
    charges: request.additionalChargesList.map(({ name, amount }) => ({ name: toName(name), amount: sen(amount) })),
    // The payer has not been shown other payments yet: the payment page asks for a confirmation.
    bills: bill && state ? [toOrderBill(bill, state, sen(totalOf(request)), false)] : [],
    accountNumber: request.customer?.accountNumber ?? null,
    email: request.customer?.email ?? null,
    phoneNumber: request.customer?.phoneNumber ?? null,
    isEpp: request.isEpp,
    monthTerm: request.monthTerm ?? null,
    isAutoDebitPreselected: request.autoDebitDefaultCheckedFlag ?? false,
    deadline: request.deadline === undefined ? null : new Date(request.deadline),
    customer: 'accountNumber' in customer ? customer : null,
    customerCheck: customerCheckOf(partner, request),
    customerTokenSealed: token === undefined ? null : services.encryption.encrypt(token, customerTokenPurpose),
    partnerOrder: { number: request.orderNumber, digest: digests.parsed, sentDigest: digests.sent },
    responseUrl: request.responseURL ?? null,
    responseCode: request.responseCode ?? null,
    webhookUrl: request.webhookURL ?? null,
    providerKeys: requestedMethods(partner, request),
  };
}

/** If the partner requires token validation, a customer without a token is not identified. */
function customerCheckOf(partner: Partner, { customer }: OrderRequest): CustomerCheck {
  if (partner.token_check_url === null || customer === undefined) return 'not-needed';
  return customer.token === undefined ? 'refused' : 'due';
}

type OrderReference = Pick<RequestOf<typeof orderGet>, 'orderNumber' | 'paymentId'>;

/** Finds the refid of an order of this partner; null if there is none. */
async function findOrderRefid(services: Services, partner: Partner, name: OrderReference): Promise<string | null> {
  const own = services.db.selectFrom('orders').select('refid').where('partner_key', '=', partner.key);
  const row = await (
    name.paymentId === undefined
      ? own.where('partner_order_number', '=', name.orderNumber ?? '')
      : own.where('payment_id', '=', name.paymentId).where('partner_order_number', 'is not', null)
  ).executeTakeFirst();
  return row?.refid ?? null;
}

/** Returns an order's status, after an enquiry if one is due: order.get. */
export async function readOrder(
  services: Services,
  partner: Partner,
  name: OrderReference,
): Promise<Result<OrderDetails, Refusal<ErrorCodeOf<typeof orderGet>>>> {
  const refid = await findOrderRefid(services, partner, name);
  const found = refid === null ? null : await loadUpToDatePayment(services, refid, { isPartner: true });
  if (!found?.ok) return refuse('unknown-order');
  return success(describeOrder(found.value, await sumRefunded(services.db, found.value.order.refid)));
}

/** Cancels an unpaid order: order.cancel. Idempotent. */
export async function cancelOrder(
  services: Services,
  partner: Partner,
  name: OrderReference,
): Promise<Result<OrderDetails, Refusal<ErrorCodeOf<typeof orderCancel>>>> {
  const refid = await findOrderRefid(services, partner, name);
  if (refid === null) return refuse('unknown-order');
  const cancelled = await cancelPayment(services, refid, 'partner');
  if (cancelled.ok) return readOrder(services, partner, name);
  return cancelled.error.code === 'unknown-payment' ? refuse('unknown-order') : refuse(cancelled.error.code);
}
