import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { framePage, refusalPage, shopPage, thanksPage } from './pages';
import { createOrder, readOrderState, type PaymentBackend } from './payments';
import { isMerchantReturn, isWebhook } from './signatures';

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

function sendPage(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function readEvent(body: string): { eventId: string; event: string; orderNumber: string } | null {
  const sent: unknown = JSON.parse(body);
  if (typeof sent !== 'object' || sent === null) return null;
  const fields: Record<string, unknown> = { ...sent };
  return {
    eventId: String(fields['eventId']),
    event: String(fields['event']),
    orderNumber: String(fields['orderNumber']),
  };
}

/** A shop with one product that shows a complete integration. Its orders are kept in memory. */
export function createShop({ backend, origin, onEvent }: ShopSettings): Server {
  const keys = [backend.key];
  const seenEvents = new Set<string>();
  let orders = 0;

  async function buy(response: ServerResponse, fields: URLSearchParams): Promise<void> {
    orders += 1;
    const url = await createOrder(backend, {
      orderNumber: `shop-${Date.now()}-${orders}`,
      items: [{ name: 'Decoder', amount: 12_900 }],
      responseURL: `${origin()}/result`,
      webhookURL: `${origin()}/webhook`,
      email: fields.get('email') ?? '',
    });
    if (fields.get('show') === 'frame') sendPage(response, framePage(url));
    else response.writeHead(303, { location: url }).end();
  }

  /**
   * The payer has returned. The fields came through the browser: they are shown only if their signature is valid, and goods are delivered
   * only by the state that the backend returns.
   */
  async function takeResult(response: ServerResponse, fields: Readonly<Record<string, string>>): Promise<void> {
    const { orderNumber = '', status = '' } = fields;
    if (!isMerchantReturn(keys, fields)) return sendPage(response, refusalPage(), 403);
    const orderState = await readOrderState(backend, orderNumber);
    sendPage(response, thanksPage({ orderNumber, returnedStatus: status, orderState }));
  }

  /** A webhook of the payment backend: any 2xx acknowledges it, any other response is retried. */
  function takeWebhook(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (!isWebhook(keys, request.headers, body)) return void response.writeHead(401).end();
    const event = readEvent(body);
    if (event !== null && !seenEvents.has(event.eventId)) {
      seenEvents.add(event.eventId);
      onEvent?.(event);
    }
    response.writeHead(204).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    switch (`${request.method} ${request.url}`) {
      case 'GET /':
        return sendPage(response, shopPage());
      case 'POST /buy':
        return buy(response, new URLSearchParams(body));
      case 'POST /result':
        return takeResult(response, Object.fromEntries(new URLSearchParams(body)));
      case 'POST /webhook':
        return takeWebhook(request, response, body);
      default:
        response.writeHead(404).end();
    }
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end('The payment cannot be begun just now.');
    });
  });
}
