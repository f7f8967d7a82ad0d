import { signCall, type ShopKey } from './signatures';

/** The shop's settings for the payment backend. */
export interface PaymentBackend {
  /** For example http://127.0.0.1:4000. */
  readonly address: string;
  readonly partnerKey: string;
  readonly key: ShopKey;
}

export interface NewOrder {
  readonly orderNumber: string;
  readonly items: readonly { readonly name: string; readonly amount: number }[];
  readonly responseURL: string;
  readonly webhookURL: string;
  readonly email: string;
}

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const answer: unknown = await response.json();
  const fields = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  if (!response.ok) throw new Error(`the payment backend answered ${response.status} ${JSON.stringify(fields)}`);
  return fields;
}

/** Creates an order and returns the URL of its payment page. A repeated request with the same order number returns the same order. */
export async function createOrder(backend: PaymentBackend, order: NewOrder): Promise<string> {
  const body = JSON.stringify({
    partnerKey: backend.partnerKey,
    orderNumber: order.orderNumber,
    productname: 'Demo Shop',
    itemDescList: order.items,
    additionalChargesList: [{ name: 'Delivery', amount: 800 }],
    currencyCode: 'MYR',
    responseURL: order.responseURL,
    webhookURL: order.webhookURL,
    customer: { accountNumber: '1234567801', email: order.email },
  });
  const response = await fetch(new URL('/apg/orders', backend.address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...signCall(backend.key, 'POST', '/apg/orders', body),
    },
    body,
  });
  return String((await readAnswer(response))['url']);
}

/** Returns the state of an order: `orderState` is open, paid, cancelled or expired. */
export async function readOrderState(backend: PaymentBackend, orderNumber: string): Promise<string> {
  const target = `/apg/orders?${new URLSearchParams({ partnerKey: backend.partnerKey, orderNumber }).toString()}`;
  const response = await fetch(new URL(target, backend.address), {
    headers: signCall(backend.key, 'GET', target, ''),
  });
  return String((await readAnswer(response))['orderState']);
}
