import type { Basket } from './catalogue';
import { readField, type SignedCall } from './payments';

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  readonly at: Date;
  readonly eventId: string;
  readonly event: string;
  /** The headers that the signature needs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signedText: string;
  /** The status that the shop answered. */
  readonly answered: number;
  /** An event that was handled before: nothing was done for it. */
  readonly isRepeated: boolean;
}

/** A return to merchant as it arrived, with a valid signature. */
export interface ReceivedReturn {
  readonly at: Date;
  readonly fields: Readonly<Record<string, string>>;
  readonly signedText: string;
}

/** An order of the shop, with everything that it and the payment backend have sent each other about it. */
export interface ShopOrder {
  readonly orderNumber: string;
  /** What the shopper can try with it; null: nothing particular. */
  readonly hint: string | null;
  /** The shop answers 503 to the first delivery of each of its webhooks. */
  readonly refusesFirstDelivery: boolean;
  /** A developer tries something with it: what it has stays in the basket, for the next try. */
  readonly keepsBasket: boolean;
  /** What it has; null: not known, or the call was refused. */
  readonly basket: Basket | null;
  /** The address of its payment page; null if it was refused. */
  readonly paymentUrl: string | null;
  /** `open`, `paid`, `cancelled` or `expired`, as the payment backend has said last. */
  state: string;
  /** The `status` of docs/partners.md: the outcome of the latest attempt, as the payment backend has said last; null: not known. */
  status: string | null;
  /** What has sent the goods on their way: the webhook or the look-up that said `paid`; null: nothing yet. */
  deliveredBy: string | null;
  /** Its goods have left the basket of its visit. */
  hasLeftBasket: boolean;
  readonly calls: { readonly what: string; readonly call: SignedCall }[];
  readonly webhooks: ReceivedWebhook[];
  readonly returns: ReceivedReturn[];
}

const maximumOrders = 500;

/** The shop's orders, in memory: the oldest are forgotten. */
export function createOrderBook() {
  const orders = new Map<string, ShopOrder>();

  function add(order: Pick<ShopOrder, 'orderNumber'> & Partial<ShopOrder>): ShopOrder {
    const added: ShopOrder = {
      ...{
        hint: null,
        refusesFirstDelivery: false,
        keepsBasket: false,
        basket: null,
        paymentUrl: null,
        state: 'unknown',
      },
      ...{ status: null, deliveredBy: null, hasLeftBasket: false, calls: [], webhooks: [], returns: [] },
      ...order,
    };
    orders.set(order.orderNumber, added);
    const [oldest] = orders.keys();
    if (orders.size > maximumOrders && oldest !== undefined) orders.delete(oldest);
    return added;
  }

  return {
    add,
    find: (orderNumber: string): ShopOrder | null => orders.get(orderNumber) ?? null,
    /** The order of a number that the payment backend has signed: one of an earlier run of the shop is known by its number only. */
    findOrAdd: (orderNumber: string): ShopOrder => orders.get(orderNumber) ?? add({ orderNumber }),
  };
}

/**
 * Notes what the payment backend says of an order. An order that is paid stays paid: webhooks may arrive late. `source` is what said it. The goods
 * are sent by the first that says that it is paid.
 */
export function noteState(order: ShopOrder, json: string, source: string): void {
  const state = readField(json, 'orderState');
  if (state === null || order.state === 'paid') return;
  order.state = state;
  order.status = readField(json, 'status');
  if (state === 'paid') order.deliveredBy = source;
}
