import { callBackend, createOrder, writeOrder, type NewOrder, type PaymentBackend, type SignedCall } from './payments';
import { createMoment } from './signatures';

/** A call that the payment backend must refuse. */
export interface RefusedCall {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  /** Makes it. Returns the call that is refused. */
  readonly send: (backend: PaymentBackend, order: NewOrder) => Promise<SignedCall>;
}

const tenMinutesMs = 10 * 60 * 1000;

function send(
  backend: PaymentBackend,
  order: NewOrder,
  changes: Parameters<typeof callBackend>[4],
): Promise<SignedCall> {
  return callBackend(backend, 'POST', '/apg/orders', writeOrder(backend.partnerKey, order), changes);
}

export const refusedCalls: readonly RefusedCall[] = [
  {
    name: 'changed-amount',
    label: 'Changed after signing',
    meaning: 'The amount is changed to one sen after the order was signed. The signature no longer fits: 401 unsigned.',
    send: (backend, order) =>
      send(backend, order, {
        sentBody: writeOrder(backend.partnerKey, {
          ...order,
          items: order.items.map((item) => ({ ...item, amount: 1 })),
        }),
      }),
  },
  {
    name: 'unknown-partner',
    label: 'Unknown partner',
    meaning: 'The order is of a partner that the operator has not registered: 401 unknown-partner.',
    send: (backend, order) => createOrder({ ...backend, partnerKey: 'NO-SUCH-SHOP' }, order),
  },
  {
    name: 'wrong-secret',
    label: 'Wrong secret',
    meaning: 'The order is signed with a secret that is not the shop’s: 401 unsigned.',
    send: (backend, order) => createOrder({ ...backend, key: { ...backend.key, secret: 'not-the-secret' } }, order),
  },
  {
    name: 'old-timestamp',
    label: 'Old timestamp',
    meaning: 'The order was signed ten minutes ago; five are allowed: 401 unsigned.',
    send: (backend, order) =>
      send(backend, order, {
        moment: { ...createMoment(), timestamp: new Date(Date.now() - tenMinutesMs).toISOString() },
      }),
  },
  {
    name: 'used-nonce',
    label: 'Sent twice by somebody else',
    meaning: 'A call that was recorded on its way is sent again. Its nonce has been used: 401 unsigned.',
    send: async (backend, order) => {
      const moment = createMoment();
      await send(backend, order, { moment });
      return send(backend, order, { moment });
    },
  },
  {
    name: 'foreign-address',
    label: 'Result to a foreign address',
    meaning: 'The result is to go to an origin that is not registered for the shop: 422 response-url-not-registered.',
    send: (backend, order) => createOrder(backend, { ...order, responseURL: 'https://elsewhere.example/result' }),
  },
];

/** An order that ends in another way than paid, and what the shopper does for it. */
export interface FailingOrder {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly refusesFirstDelivery?: boolean;
  /** The shop cancels it at once. */
  readonly isCancelled?: boolean;
  /** How long it can be paid, ms. */
  readonly lifetimeMs?: number;
}

export const failingOrders: readonly FailingOrder[] = [
  {
    name: 'declined',
    label: 'Declined',
    hint: 'Pay by card 4000 0000 0000 0002, or press Decline at a bank. The webhook is attempt.failed, and the order stays open: it can be paid in another way.',
  },
  {
    name: 'abandoned',
    label: 'Cancelled by the customer',
    hint: 'Press Cancel on the payment page. The webhook is order.cancelled, and the customer comes back with the status cancelled.',
  },
  {
    name: 'cancelled',
    label: 'Cancelled by the shop',
    hint: 'The shop has cancelled this order by a signed call. The webhook is order.cancelled, and its payment page says so.',
    isCancelled: true,
  },
  {
    name: 'expired',
    label: 'Expired',
    hint: 'This order can be paid for one minute. After that the webhook is order.expired.',
    lifetimeMs: 60_000,
  },
  {
    name: 'late-webhook',
    label: 'Late webhook',
    hint: 'Pay it. The shop answers 503 to the first delivery of its webhook, which is sent again a minute later (or after the sandbox’s clock was moved). A look-up tells the state before that.',
    refusesFirstDelivery: true,
  },
];
