import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { customers, linesOf } from './catalogue';
import { failingOrders, refusedCalls } from './failures';
import { isWaitingStatus } from './order-progress';
import { createOrderBook, noteState, type ShopOrder } from './orders';
import { script, styleSheet } from './pages/assets';
import { writeNotice, writeRefusal } from './pages/layout';
import { writeOrderPage } from './pages/order-page';
import { writeFramePage, writeShopPage, type Visit } from './pages/shop-page';
import { cancelOrder, createOrder, readField, readOrder, type NewOrder, type PaymentBackend } from './payments';
import { isMerchantReturn, isWebhook, signedText, signedTextOfReturn } from './signatures';
import { createVisits, readVisit, withOrder } from './visits';

export interface ShopSettings {
  readonly backend: PaymentBackend;
  /** The shop's own URL, on an origin that is registered for the partner. */
  readonly origin: () => string;
  /** Called once for each event of the payment backend. */
  readonly onEvent?: (event: { readonly event: string; readonly orderNumber: string }) => void;
}

const largestBody = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk instanceof Uint8Array ? chunk : new TextEncoder().encode(String(chunk));
    size += bytes.byteLength;
    if (size > largestBody) throw new Error('too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * What the shop's pages may load: its own style and script, and the payment page in a frame. Forms are not restricted to the shop (`form-action`):
 * the button that buys is redirected to the payment page.
 */
function sendPage(response: ServerResponse, html: string, status = 200, frame = "'none'"): void {
  const policy = `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; frame-src ${frame}; base-uri 'none'; frame-ancestors 'none'`;
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(html);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/** The headers of a webhook that its signature needs. */
const signatureHeaders = ['x-key-id', 'x-timestamp', 'x-nonce', 'x-signature'];

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
}

/** A shop that shows a complete integration. Its visits and orders are kept in memory. */
export function createShop({ backend, origin, onEvent }: ShopSettings): Server {
  const keys = [backend.key];
  const seenEvents = new Set<string>();
  const orders = createOrderBook();
  const visits = createVisits();

  function describeOrder(visit: Visit, deadline?: string): NewOrder {
    const vouched = customers[visit.customer]?.customer ?? null;
    return {
      // Short: the customer reads it.
      orderNumber: `shop-${crypto.randomUUID().slice(-12)}`,
      items: linesOf(visit.basket),
      responseURL: `${origin()}/result`,
      webhookURL: `${origin()}/webhook`,
      customer: vouched === null ? null : { ...vouched, email: visit.email },
      ...(deadline !== undefined && { deadline }),
    };
  }

  function showShop(response: ServerResponse, visit: Visit, status = 200): void {
    const bought = visit.orders.map((number) => orders.find(number)).filter((known) => known !== null);
    sendPage(response, writeShopPage(visit, bought), status);
  }

  /** Takes an order's goods out of the basket, once, as soon as its money is on its way: from the basket they would be bought again. */
  function emptyBasket(known: ShopOrder): void {
    const { basket, keepsBasket, hasLeftBasket, state, status } = known;
    if (basket === null || keepsBasket || hasLeftBasket || !(state === 'paid' || isWaitingStatus(status))) return;
    known.hasLeftBasket = true;
    visits.removeBought(known.orderNumber, basket);
  }

  /** Notes what the payment backend says of an order. */
  function note(known: ShopOrder, json: string, source: string): void {
    noteState(known, json, source);
    emptyBasket(known);
  }

  /** Creates an order of the basket, and adds it to the visit. */
  async function order(
    visit: Visit,
    particulars: Pick<ShopOrder, 'hint' | 'refusesFirstDelivery' | 'keepsBasket'>,
    deadline?: string,
  ): Promise<ShopOrder> {
    const wanted = describeOrder(visit, deadline);
    const call = await createOrder(backend, wanted);
    const paymentUrl = readField(call.answer, 'url');
    return orders.add({
      ...particulars,
      orderNumber: wanted.orderNumber,
      basket: visit.basket,
      paymentUrl,
      state: paymentUrl === null ? 'refused' : 'open',
      calls: [{ what: 'The order', call }],
    });
  }

  async function buy(request: IncomingMessage, response: ServerResponse, fields: URLSearchParams): Promise<void> {
    const visit = readVisit(fields, visits.read(request.headers.cookie));
    if (linesOf(visit.basket).length === 0) return showShop(response, visit, 422);
    const show = fields.get('show');
    const keepsBasket = show === 'request' || show === 'frame';
    const bought = await order(visit, { hint: null, refusesFirstDelivery: false, keepsBasket });
    const { orderNumber, paymentUrl } = bought;
    response.setHeader('set-cookie', visits.keep(request.headers.cookie, withOrder(visit, orderNumber)));
    if (paymentUrl === null || show === 'request') return redirect(response, `/orders/${orderNumber}`);
    if (show !== 'frame') return redirect(response, paymentUrl);
    sendPage(response, writeFramePage(paymentUrl, orderNumber, visit.basket), 200, new URL(paymentUrl).origin);
  }

  /** A failure case: an order that ends badly, or a call that is refused. Both are shown like any other order. */
  async function fail(request: IncomingMessage, response: ServerResponse, fields: URLSearchParams): Promise<void> {
    const visit = readVisit(fields, visits.read(request.headers.cookie));
    if (linesOf(visit.basket).length === 0) return showShop(response, visit, 422);
    const name = fields.get('case');
    const failing = failingOrders.find((known) => known.name === name);
    const refused = refusedCalls.find((known) => known.name === name);
    let orderNumber: string;
    if (failing) {
      const { hint, lifetimeMs, refusesFirstDelivery = false, isCancelled = false } = failing;
      const deadline = lifetimeMs === undefined ? undefined : new Date(Date.now() + lifetimeMs).toISOString();
      const made = await order(visit, { hint, refusesFirstDelivery, keepsBasket: true }, deadline);
      if (isCancelled) await cancel(made);
      ({ orderNumber } = made);
    } else if (refused) {
      const wanted = describeOrder(visit);
      const call = await refused.send(backend, wanted);
      ({ orderNumber } = orders.add({
        orderNumber: wanted.orderNumber,
        hint: refused.meaning,
        state: 'refused',
        calls: [{ what: refused.label, call }],
      }));
    } else {
      return sendPage(response, writeNotice('Not found', 'There is no such case.'), 404);
    }
    response.setHeader('set-cookie', visits.keep(request.headers.cookie, withOrder(visit, orderNumber)));
    redirect(response, `/orders/${orderNumber}`);
  }

  async function lookUp(known: ShopOrder): Promise<void> {
    const call = await readOrder(backend, known.orderNumber);
    known.calls.push({ what: 'A look-up', call });
    note(known, call.answer, 'the look-up');
  }

  async function cancel(known: ShopOrder): Promise<void> {
    const call = await cancelOrder(backend, known.orderNumber);
    known.calls.push({ what: 'The cancellation', call });
    note(known, call.answer, 'the cancellation');
  }

  /**
   * The payer has returned. The fields came through the browser: they are shown only if their signature is valid, and goods are delivered
   * only by the state that the backend returns. A return may be late: it can only keep the customer from paying again, until the look-up tells.
   */
  async function takeResult(response: ServerResponse, fields: Readonly<Record<string, string>>): Promise<void> {
    if (!isMerchantReturn(keys, fields)) return sendPage(response, writeRefusal(), 403);
    const known = orders.findOrAdd(fields['orderNumber'] ?? '');
    known.returns.push({ at: new Date(), fields, signedText: signedTextOfReturn(fields) });
    const { status = null } = fields;
    if (isWaitingStatus(status)) known.status = status;
    emptyBasket(known);
    await lookUp(known).catch(report);
    redirect(response, `/orders/${encodeURIComponent(known.orderNumber)}`);
  }

  /** A webhook of the payment backend: any 2xx acknowledges it, any other response is retried. */
  function takeWebhook(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (!isWebhook(keys, request.headers, body)) return void response.writeHead(401).end();
    const eventId = readField(body, 'eventId') ?? '';
    const event = readField(body, 'event') ?? '';
    const known = orders.findOrAdd(readField(body, 'orderNumber') ?? '');
    const headers = Object.fromEntries(signatureHeaders.map((name) => [name, String(request.headers[name])]));
    const isFirst = !known.webhooks.some((received) => received.eventId === eventId);
    const isRefused = known.refusesFirstDelivery && isFirst;
    const isRepeated = seenEvents.has(eventId);
    const answered = isRefused ? 503 : 204;
    const text = signedText('webhook', headers['x-timestamp'] ?? '', headers['x-nonce'] ?? '', body);
    known.webhooks.push({ at: new Date(), eventId, event, headers, body, signedText: text, answered, isRepeated });
    let isUncertain = false;
    if (!isRefused && !isRepeated) {
      seenEvents.add(eventId);
      // An attempt that has ended may be an earlier one than the one in progress: the look-up tells.
      isUncertain = event.startsWith('attempt.') && isWaitingStatus(known.status);
      if (!isUncertain) note(known, body, `the webhook ${event}`);
      onEvent?.({ event, orderNumber: known.orderNumber });
    }
    response.writeHead(answered).end();
    if (isUncertain) void lookUp(known).catch(report);
  }

  /** An order's page, and what its buttons do. */
  async function showOrder(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, orderNumber = '', action = ''] = /^\/orders\/([\w-]+)(?:\/(look|cancel))?$/.exec(path) ?? [];
    const known = orders.find(orderNumber);
    const isShown = request.method === 'GET' && action === '';
    if (known === null || (!isShown && (request.method !== 'POST' || action === ''))) {
      return sendPage(response, writeNotice('Not found', 'There is no such order in this shop.'), 404);
    }
    if (isShown) {
      const { basket } = visits.read(request.headers.cookie);
      return sendPage(response, writeOrderPage(known, { backend, origin: origin(), basket }));
    }
    await (action === 'look' ? lookUp(known) : cancel(known));
    redirect(response, `/orders/${orderNumber}`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const fields = new URLSearchParams(body);
    const path = request.url ?? '';
    switch (`${request.method} ${path}`) {
      case 'GET /':
        return showShop(response, visits.read(request.headers.cookie));
      case 'GET /shop.css':
        return void response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(styleSheet);
      case 'GET /shop.js':
        return void response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
      case 'POST /basket': {
        const visit = readVisit(fields, visits.read(request.headers.cookie));
        response.setHeader('set-cookie', visits.keep(request.headers.cookie, visit));
        return redirect(response, '/#basket');
      }
      case 'POST /buy':
        return buy(request, response, fields);
      case 'POST /failures':
        return fail(request, response, fields);
      case 'POST /result':
        return takeResult(response, Object.fromEntries(fields));
      case 'POST /webhook':
        return takeWebhook(request, response, body);
      default:
        return path.startsWith('/orders/')
          ? showOrder(request, response, path)
          : sendPage(response, writeNotice('Not found', 'There is no such page.'), 404);
    }
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      report(error);
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end('The payment cannot be begun just now.');
    });
  });
}
