import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { calls } from '@/lib/contract/calls';
import { webhookSchema } from '@/lib/contract/orders';
import { sandboxKeyId, sandboxSecretOf } from '../../sandbox/services/partners';
import { send, type TestBackend } from '../test-backend.fixture';
import { verifySignature, readSignature, signMessage } from './signature';

export function orderOf(orderNumber: string, more: object = {}) {
  return {
    partnerKey: 'DEMO-SHOP',
    orderNumber,
    itemDescList: [{ name: 'Decoder', amount: 12_900 }],
    additionalChargesList: [{ name: 'Delivery', amount: 978 }],
    currencyCode: 'MYR',
    ...more,
  };
}

/** Returns the headers that sign a body, or a request without one, as a sandbox partner. */
export function sign(
  body: object | null,
  {
    secret = sandboxSecretOf('DEMO-SHOP'),
    keyId = sandboxKeyId,
    at = new Date(),
    nonce = randomUUID(),
    purpose = 'POST /apg/orders',
  } = {},
) {
  const timestamp = at.toISOString();
  const signature = signMessage(
    secret,
    { purpose, body: body === null ? '' : JSON.stringify(body) },
    { timestamp, nonce },
  );
  return { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

/** A client for the sandbox's partner: creates, reads and cancels orders. */
export function createPartnerClient(backend: TestBackend) {
  const sendOrder = (body: object, headers: Record<string, string>, key = randomUUID()) =>
    send(backend, calls['order.create'], body, key, headers);
  const nameOf = (orderNumber: string, partnerKey = 'DEMO-SHOP') => ({ partnerKey, orderNumber });
  return {
    sendOrder,

    async place(more: object = {}) {
      const body = orderOf(randomUUID(), more);
      const answer = await sendOrder(body, sign(body));
      return { ...(answer.body as { paymentId: string; url: string }), orderNumber: body.orderNumber };
    },

    ask(orderNumber: string, partnerKey = 'DEMO-SHOP') {
      const query = nameOf(orderNumber, partnerKey);
      const purpose = `GET /apg/orders?${new URLSearchParams(query).toString()}`;
      const headers = sign(null, { purpose, secret: sandboxSecretOf(partnerKey) });
      return send(backend, calls['order.get'], query, null, headers);
    },

    cancel(orderNumber: string, partnerKey = 'DEMO-SHOP') {
      const body = nameOf(orderNumber, partnerKey);
      const headers = sign(body, { purpose: 'POST /apg/orders/cancel', secret: sandboxSecretOf(partnerKey) });
      return send(backend, calls['order.cancel'], body, randomUUID(), headers);
    },
  };
}

/** A partner's server with configurable responses, which records signed requests. */
export async function startPartnerServer(answer: (body: string) => { status: number; body?: string }, port = 0) {
  let onRequest = () => {};
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  const received: { purpose: string; body: string; nonce: string }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const signature = readSignature(request.headers);
      const purpose = ['webhook', 'customer-check'].find(
        (name) =>
          signature !== null &&
          verifySignature(sandboxSecretOf('DEMO-SHOP'), { purpose: name, body }, signature, Date.now()),
      );
      received.push({ purpose: purpose ?? 'unsigned', body, nonce: signature?.nonce ?? '' });
      onRequest();
      const { status, body: text } = answer(body);
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    /** Resolves when there has been a request. */
    requested,
    events: () => received.map(({ body }) => webhookSchema.parse(JSON.parse(body))),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

/** A partner's server that accepts connections and never answers. */
export async function startSilentServer() {
  const sockets: Socket[] = [];
  let onConnection = () => {};
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    onConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many connections there have been. */
    connections: () => sockets.length,
    connected: (count: number) =>
      new Promise<void>((resolve) => {
        onConnection = () => sockets.length >= count && resolve();
        onConnection();
      }),
    /** Ends the open connections, and with them the calls that wait for an answer. */
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
