import type { Customer, Line } from './catalogue';
import { delivery } from './catalogue';
import { createMoment, signCall, signedText, type Moment, type ShopKey } from './signatures';

/** The shop's settings for the payment backend. */
export interface PaymentBackend {
  /** For example http://127.0.0.1:4000. */
  readonly address: string;
  readonly partnerKey: string;
  readonly key: ShopKey;
}

export interface NewOrder {
  readonly orderNumber: string;
  readonly items: readonly Line[];
  readonly responseURL: string;
  readonly webhookURL: string;
  /** The customer for whom the shop vouches; null for a guest. */
  readonly customer: Customer | null;
  /** ISO 8601; by default the backend's own. */
  readonly deadline?: string;
}

/** A signed call to the payment backend and its answer, as they went over the network. */
export interface SignedCall {
  /** When it was sent. */
  readonly at: Date;
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The text that the signature covers. */
  readonly signedText: string;
  readonly status: number;
  /** The body of the answer. */
  readonly answer: string;
}

/** What a failure case changes in a call. */
export interface Changes {
  readonly moment?: Moment;
  /** The body that is sent in place of the signed one. */
  readonly sentBody?: string;
}

/** Makes a signed call. An answer that is no success is returned like any other; throws only without an answer. */
export async function callBackend(
  { address, key }: PaymentBackend,
  method: 'GET' | 'POST',
  target: string,
  body = '',
  { moment = createMoment(), sentBody = body }: Changes = {},
): Promise<SignedCall> {
  const at = new Date();
  const headers = {
    ...(method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    ...signCall(key, method, target, body, moment),
  };
  const response = await fetch(new URL(target, address), {
    method,
    headers,
    ...(method === 'POST' && { body: sentBody }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = signedText(`${method} ${target}`, moment.timestamp, moment.nonce, body);
  const answer = await response.text();
  return { at, method, target, headers, body: sentBody, signedText: text, status: response.status, answer };
}

/** Returns a field of a JSON object as text; null if there is none. */
export function readField(json: string, name: string): string | null {
  try {
    const fields: unknown = JSON.parse(json);
    if (typeof fields !== 'object' || fields === null) return null;
    const value: unknown = new Map<string, unknown>(Object.entries(fields)).get(name);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The body of an order. */
export function writeOrder(partnerKey: string, { items, customer, ...order }: NewOrder): string {
  return JSON.stringify({
    partnerKey,
    orderNumber: order.orderNumber,
    itemDescList: items,
    additionalChargesList: [delivery],
    currencyCode: 'MYR',
    responseURL: order.responseURL,
    webhookURL: order.webhookURL,
    ...(order.deadline !== undefined && { deadline: order.deadline }),
    ...(customer !== null && { customer }),
  });
}

/** Creates an order. The answer has the URL of its payment page. A repeated request with the same order number returns the same order. */
export async function createOrder(backend: PaymentBackend, order: NewOrder): Promise<SignedCall> {
  return callBackend(backend, 'POST', '/apg/orders', writeOrder(backend.partnerKey, order));
}

/** Reads an order. `orderState` of the answer is open, paid, cancelled or expired. */
export async function readOrder({ partnerKey, ...backend }: PaymentBackend, orderNumber: string): Promise<SignedCall> {
  const query = new URLSearchParams({ partnerKey, orderNumber });
  return callBackend({ partnerKey, ...backend }, 'GET', `/apg/orders?${query.toString()}`);
}

/** Cancels an order, unless it was paid or is being paid. */
export async function cancelOrder(backend: PaymentBackend, orderNumber: string): Promise<SignedCall> {
  const body = JSON.stringify({ partnerKey: backend.partnerKey, orderNumber });
  return callBackend(backend, 'POST', '/apg/orders/cancel', body);
}
